/// Those who read what has failed.
@MainActor
final class FailureReaders {
  private var readers: [Int: AsyncStream<DataFailure>.Continuation] = [:]
  private var count = 0

  func stream() -> AsyncStream<DataFailure> {
    let (stream, reader) = AsyncStream.makeStream(of: DataFailure.self, bufferingPolicy: .bufferingNewest(1_000))
    count += 1
    let number = count
    readers[number] = reader
    reader.onTermination = { [weak self] _ in Task { @MainActor in self?.readers[number] = nil } }
    return stream
  }

  func tell(_ failure: DataFailure) { for reader in readers.values { reader.yield(failure) } }

  func end() {
    for reader in readers.values { reader.finish() }
    readers = [:]
  }
}

/// An answer that is being written and may still be replaced by an error.
final class Draft {
  /// Where the answer is written.
  let output: Output
  private let gathered = Gathered()

  private final class Gathered {
    var bytes: [UInt8] = []
  }

  /// How much memory a draft keeps for the next answer.
  private static let kept = 1 << 20

  init() {
    output = Output { [gathered] in gathered.bytes.append(contentsOf: $0) }
  }

  /// Sends what was written to its destination.
  func send(to destination: Output) {
    settle()
    gathered.bytes.withUnsafeBufferPointer { destination.write($0) }
    empty()
  }

  /// Forgets what was written.
  func discard() {
    settle()
    empty()
  }

  private func settle() {
    // Collecting in memory does not fail.
    try? output.flush()
  }

  private func empty() {
    if gathered.bytes.capacity > Self.kept {
      gathered.bytes = []
    } else {
      gathered.bytes.removeAll(keepingCapacity: true)
    }
  }
}

import ORDAPlatform

/// The target of a command's output: bytes are collected and sent in large pieces.
///
/// Writing throws nothing, so it can be called anywhere; the first failure is kept, what follows is dropped, and
/// ``flush()`` throws it.
final class Output {
  // Proof: allocated with `capacity` bytes for as long as the object lives; every write first makes sure that there is
  // room, so `count` never exceeds it. Other code only accesses it through `withRoom`.
  private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  /// How much of the buffer is waiting to be sent. Unchecked: an output belongs to one thread, and nothing else changes
  /// it during a call.
  @exclusivity(unchecked) private var count = 0
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private var failure: (any Error)?
  /// How many bytes are collected before they are sent.
  private static let capacity = 1 << 16

  /// - Parameter sink: Takes all of the given bytes, or throws.
  init(sink: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.sink = sink }

  deinit { buffer.deallocate() }

  /// What a body writes.
  static func text(_ write: (Output) -> Void) -> String {
    var bytes: [UInt8] = []
    let output = Output { bytes += $0 }
    write(output)
    output.send()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes to a file descriptor, which stays open.
  convenience init(descriptor: Int32) {
    self.init { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR {
          try Interruption.check()
          continue
        }
        guard count > 0 else { throw OutputFailure(reason: String(cString: strerror(errno))) }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Writes a string that is there already: making none, it takes a fourth of the time.
  func write(literal text: StaticString) { text.withUTF8Buffer { write($0) } }

  /// Writes a string.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { write($0) }
  }

  /// Writes bytes as they are.
  func write(_ bytes: some Sequence<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ write($0) }) == nil { for byte in bytes { write(byte) } }
  }

  /// Writes bytes as they are.
  func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    if bytes.count > Self.capacity - count {
      send()
      // What would fill the buffer more than once bypasses it.
      if bytes.count > Self.capacity { return send(UnsafeRawBufferPointer(bytes)) }
    }
    (buffer + count).update(from: start, count: bytes.count)
    count += bytes.count
  }

  /// Writes one byte.
  @inline(__always)
  func write(_ byte: UInt8) {
    if count == Self.capacity { send() }
    buffer[count] = byte
    count &+= 1
  }

  /// Lends room for a few bytes, at most 4096; the body returns how many it wrote.
  @inline(__always)
  func withRoom(_ room: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    precondition(room <= 4096)
    if room > Self.capacity - count { send() }
    let written = body(UnsafeMutableBufferPointer(start: buffer + count, count: room))
    precondition(0...room ~= written)
    count &+= written
  }

  /// Sends what was collected.
  ///
  /// - Throws: The first failure of all writes: a full disk must not look like success.
  func flush() throws {
    send()
    if let failure { throw failure }
  }

  private func send() {
    if count == 0 { return }
    send(UnsafeRawBufferPointer(start: buffer, count: count))
    count = 0
  }

  private func send(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil else { return }
    do { try sink(bytes) } catch { failure = error }
  }
}

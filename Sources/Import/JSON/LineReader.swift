/// Reads lines of bytes, in memory bounded by the longest allowed line.
package struct LineReader<Source: ByteSource> {
  /// A line that was skipped because it is longer than allowed.
  package struct TooLong: Error, Equatable, CustomStringConvertible {
    /// The line, counted from 1.
    package let line: Int
    /// How many bytes are allowed.
    package let limit: Int

    package var description: String { "line \(line): more than \(limit) bytes in one line" }
  }

  private var window: ByteWindow<Source>
  private let limit: Int
  /// The number of the last line, counted from 1.
  package private(set) var line = 0

  /// - Parameter limit: How many bytes a line may have.
  package init(_ source: Source, limit: Int = 64 << 20, capacity: Int = 1 << 16) {
    window = ByteWindow(source, capacity: capacity)
    self.limit = limit
  }

  /// Lends the next line without its line feed; nil at the end. What follows the last line feed is a line too, unless it
  /// is empty.
  ///
  /// - Throws: ``TooLong``, and the next call continues after that line; what the source and the body throw.
  package mutating func next<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) throws -> R? {
    var searched = 0
    while true {
      if let end = window.index(of: 0x0A, from: searched), end <= limit {
        defer { window.drop(end + 1) }
        line += 1
        return try window.withPrefix(end, body)
      }
      if window.count > limit {
        line += 1
        try skipLine()
        throw TooLong(line: line, limit: limit)
      }
      searched = window.count
      guard try window.fill() else { break }
    }
    guard window.count > 0 else { return nil }
    defer { window.drop(window.count) }
    line += 1
    return try window.withPrefix(window.count, body)
  }

  private mutating func skipLine() throws {
    while true {
      if let end = window.index(of: 0x0A, from: 0) { return window.drop(end + 1) }
      window.drop(window.count)
      guard try window.fill() else { return }
    }
  }
}

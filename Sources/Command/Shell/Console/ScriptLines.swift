import ORDAPlatform

/// Reads a file or standard input line by line, holding no more than a chunk and the open line.
final class ScriptLines {
  /// A line that is not text.
  struct BadLine: Error, CustomStringConvertible {
    let line: Int
    var description: String { "line \(line) is not valid UTF-8" }
  }

  private let source: FileSource
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  /// How many lines were read.
  private(set) var count = 0

  /// - Throws: ``FileError``.
  init(path: String) throws { source = try FileSource(path: path) }

  /// The next line, without its end; nil after the last.
  ///
  /// - Throws: ``FileError`` and ``BadLine``.
  func next(waiting: () throws -> Void) throws -> String? {
    var searched = position
    while true {
      if let end = lineEnd(from: searched) {
        defer { position = end + 1 }
        return try line(buffer[position..<end])
      }
      if isAtEnd {
        guard position < buffer.count else { return nil }
        defer { position = buffer.count }
        return try line(buffer[position...])
      }
      buffer.removeFirst(position)
      position = 0
      searched = buffer.count
      try waiting()
      try fill()
    }
  }

  private func lineEnd(from start: Int) -> Int? {
    buffer.withUnsafeBytes { buffer in
      guard let first = buffer.baseAddress, let found = memchr(first + start, 0x0A, buffer.count - start) else {
        return nil
      }
      return UnsafeRawPointer(found) - first
    }
  }

  private func fill() throws {
    let start = buffer.count
    let room = 1 << 16
    buffer.append(contentsOf: repeatElement(0, count: room))
    let count = try buffer.withUnsafeMutableBytes {
      try source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
    }
    buffer.removeLast(room - count)
    isAtEnd = count == 0
  }

  private func line(_ bytes: ArraySlice<UInt8>) throws -> String {
    count += 1
    let bytes = bytes.last == 0x0D ? bytes.dropLast() : bytes
    var text = String(decoding: bytes, as: UTF8.self)
    // What is no text was replaced. Looking for that takes a fraction of the time of `String(validating:as:)`.
    guard text.withUTF8({ $0.elementsEqual(bytes) }) else { throw BadLine(line: count) }
    return text
  }
}

/// A file that is read as a whole, such as a statement.
enum TextFile {
  /// A file that is not text, with its path.
  struct NoText: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path): the file is not valid UTF-8" }
  }

  /// The text of a file; `-` is standard input.
  ///
  /// - Throws: ``FileError`` if it can't be read, and ``NoText`` if it is not UTF-8.
  static func read(_ path: String) throws -> String {
    let source = try FileSource(path: path)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try chunk.withUnsafeMutableBytes { try source.read(into: $0) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw NoText(path: path) }
    return text
  }
}

/// A file that can be opened again and again, even if it is a pipe.
final class RepeatedInput {
  private let path: String
  /// The file, until it is opened for the first time.
  private var first: FileSource?
  private let copy: SpooledInput?
  /// The length in bytes; nil if it has none.
  let size: Int?

  /// - Parameter isReadTwice: Whether standard input, or a pipe, needs a copy; a file on disk never does.
  /// - Throws: ``FileError``.
  init(path: String, isReadTwice: Bool) throws {
    self.path = path
    let source = try FileSource(path: path)
    if isReadTwice, path == "-" || source.size == nil {
      let copy = try SpooledInput(source)
      self.copy = copy
      size = copy.open().size
    } else {
      copy = nil
      size = source.size
      first = source
    }
  }

  /// The input from its beginning; don't use an earlier source any more.
  ///
  /// - Throws: ``FileError``.
  func open() throws -> FileSource {
    if let copy { return copy.open() }
    defer { first = nil }
    return try first ?? FileSource(path: path)
  }
}

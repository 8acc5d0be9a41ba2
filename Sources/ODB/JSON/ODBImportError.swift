/// What is wrong with a text to import; none of it was imported.
public struct ODBImportError: Error, Sendable, Hashable {
  /// Where in the text, in bytes from 0.
  public let offset: Int
  /// Where in the ODB it would have been.
  public let path: String
  /// What is wrong there.
  public let reason: String
}

extension ODBImportError: CustomStringConvertible {
  /// What is wrong, and where.
  public var description: String { "byte \(offset), for \(path): \(reason)" }
}

/// A fault in a text, and its place.
struct TextFault: Error, Equatable {
  let offset: Int
  let reason: String
}

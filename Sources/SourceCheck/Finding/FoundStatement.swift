/// A piece of SQL that a source gives to ORDA.
public struct FoundStatement: Sendable {
  /// The values that a call gives for a statement's parameters.
  public enum GivenValues: Sendable, Hashable {
    /// That many, in order.
    case list(Int)
    /// By these names.
    case named([String])
    /// They are given elsewhere, or in a variable.
    case unknown
  }

  /// How the keys of a Codable type become names of columns.
  public enum Keys: Sendable, Hashable {
    case exact, snakeCase, unknown
  }

  /// The source that contains it.
  public var source: SourceText
  /// The text.
  public var literal: SQLLiteral
  /// The call that takes it; `SQL` for a value of that type.
  public var call: String
  /// The type that rows are read as, if the call names one.
  public var type: ReadType?
  /// The types around the call, joined by dots.
  public var scope = ""
  /// The values that the call gives.
  public var values = GivenValues.unknown
  /// How it finds the columns of a Codable type.
  public var keys = Keys.exact

  /// True if the text may be several statements.
  public var isScript: Bool { call == "executeScript" }
}

/// A place that can't be judged.
public struct UnjudgedPlace: Sendable {
  /// The source.
  public var source: SourceText
  /// The byte in it.
  public var offset: Int
  /// Why not.
  public var reason: String

  /// A place, and why it is not judged.
  public init(_ source: SourceText, _ offset: Int, _ reason: String) {
    self.source = source
    self.offset = offset
    self.reason = reason
  }
}

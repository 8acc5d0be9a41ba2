/// The signs before a parameter's name in a program's SQL.
///
/// ORDA translates names for every database. Omit signs that mean something else to the database, such as `@` for
/// MariaDB's variables.
public struct ParameterSigils: OptionSet, Sendable, Hashable {
  /// One bit a sign.
  public let rawValue: UInt8
  /// Signs by their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `:name`
  public static let colon = ParameterSigils(rawValue: 1)
  /// `@name`
  public static let at = ParameterSigils(rawValue: 2)
  /// `$name`
  public static let dollar = ParameterSigils(rawValue: 4)
  /// All three.
  public static let all: ParameterSigils = [.colon, .at, .dollar]
}

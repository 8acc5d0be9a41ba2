/// The original ORDA's numeric codes: a class (mask 0xF000), a subclass (0x0F00) and a number within it (0x00FF).
public struct ResultCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The number.
  public let rawValue: UInt16
  /// A code by its number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The classes of code.
  public enum Class: UInt16, Sendable {
    /// Nothing went wrong.
    case success = 0x0000
    /// The core's errors.
    case error = 0x1000
    /// A driver's own errors.
    case driver = 0x2000
  }

  /// The subclasses of code.
  public enum Subclass: UInt16, Sendable {
    /// No particular part.
    case general = 0x0000
    /// ORDA itself.
    case `internal` = 0x0100
    /// Opening and the connection.
    case connection = 0x0200
    /// Statements.
    case statement = 0x0300
    /// Tables.
    case table = 0x0400
  }

  /// The code's class, or nil for a number that the original never used.
  public var `class`: Class? { Class(rawValue: rawValue & 0xF000) }
  /// The code's subclass, or nil for a number that the original never used.
  public var `subclass`: Subclass? { Subclass(rawValue: rawValue & 0x0F00) }
  /// For example `0x1203`.
  public var description: String { "0x" + String(rawValue, radix: 16) }

  /// Nothing went wrong.
  public static let success = ResultCode(rawValue: 0x0000)

  /// An error that fits nowhere else.
  public static let error = ResultCode(rawValue: 0x1000)
  /// A missing driver; never used, since a driver makes its governor.
  public static let nilDriver = ResultCode(rawValue: 0x1001)
  /// Memory ran out.
  public static let noMemory = ResultCode(rawValue: 0x1002)
  /// A missing or closed connection.
  public static let nilConnection = ResultCode(rawValue: 0x1003)
  /// An error that nobody explained.
  public static let unknown = ResultCode(rawValue: 0x1004)

  /// ORDA's own fault.
  public static let `internal` = ResultCode(rawValue: 0x1100)
  /// Something that the driver does not do.
  public static let unimplementedAPI = ResultCode(rawValue: 0x1101)
  /// Driver and core do not match; never used, since the compiler ensures that they do.
  public static let internalAPIMismatch = ResultCode(rawValue: 0x1102)

  /// Opening, or the connection.
  public static let connection = ResultCode(rawValue: 0x1200)
  /// An empty URL.
  public static let nilURL = ResultCode(rawValue: 0x1201)
  /// A scheme that no driver is registered for.
  public static let missingDriver = ResultCode(rawValue: 0x1202)
  /// A URL whose rest is wrong.
  public static let badURL = ResultCode(rawValue: 0x1203)

  /// A statement.
  public static let statement = ResultCode(rawValue: 0x1300)
  /// A statement without its governor; never used, since a statement holds its governor.
  public static let nilGovernor = ResultCode(rawValue: 0x1301)
  /// An empty statement.
  public static let nilStatementSQL = ResultCode(rawValue: 0x1302)
  /// A statement that the database does not understand.
  public static let badStatementSQL = ResultCode(rawValue: 0x1303)
  /// A parameter that the statement does not have.
  public static let badBindIndex = ResultCode(rawValue: 0x1304)

  /// A table.
  public static let table = ResultCode(rawValue: 0x1400)
  /// An empty table name.
  public static let nilTableName = ResultCode(rawValue: 0x1401)
  /// A key without a row.
  public static let noResultRowsForKey = ResultCode(rawValue: 0x1402)
  /// An insertion that made no key.
  public static let noLastIDForInsert = ResultCode(rawValue: 0x1403)

  /// SQLite: the database's text encoding can't be used; never used, since all encodings can.
  public static let unsupportedEncoding = ResultCode(rawValue: 0x2000)
  /// SQLite: the file does not exist.
  public static let fileDoesNotExist = ResultCode(rawValue: 0x2001)
}

extension DatabaseError.Kind {
  /// The original's code for this kind.
  var resultCode: ResultCode {
    let table: [(DatabaseError.Kind, ResultCode)] = [
      (.badURL, .badURL), (.missingDriver, .missingDriver), (.syntax, .badStatementSQL), (.noSuchTable, .table),
      (.noSuchRow, .noResultRowsForKey),
      (.outOfMemory, .noMemory), (.unsupported, .unimplementedAPI), (.cannotOpen, .connection),
      (.connectionLost, .connection), (.authentication, .connection), (.protocolViolation, .internal),
      (.other, .unknown), (.misuse, .error),
    ]
    return table.first { $0.0.matches(self) }?.1 ?? .statement
  }
}

internal import CMariaDB
internal import ORDA

/// How a session is set up, and what the server tells of it.
struct MariaDBSession: Sendable {
  /// How its SQL quotes and comments.
  var dialect = Dialect.mariadb(modes: "")
  /// The isolation of its transactions unless they ask for another.
  var isolation = Isolation.repeatableRead
  /// The largest message that the server takes, in bytes.
  var largestPacket = 16 << 20
  /// The distance from one generated key to the next.
  var keyStep: Int64 = 1
  /// Whether the names of tables differ by capitals alone.
  var namesCountCapitals = true
  /// Whether the server keeps a log, and so names the transactions that a session commits.
  var hasLog = true
  /// Whether that is a log of the rows that change.
  var logsRows = false
  /// Which server and session it is; nil if that is not told.
  var server: ServerIdentity?
  /// The role that is in force; nil for none.
  var role: String?
  /// True if the isolation or the SQL mode may have been changed and the server told too little of it.
  var isUnsure = false
  /// True if the next transaction may have an isolation of its own.
  var hasNextIsolation = false

  /// The variables whose values the server is to tell as they change: those that the fields above are read from, and those
  /// by which it could be made to tell nothing more. Of each commit it tells by what name its log has it.
  private static let trackedVariables =
    "last_gtid,sql_mode,tx_isolation,session_track_state_change,session_track_system_variables"

  /// The statement that sets a session up.
  ///
  /// - Parameter isTracked: True if the server is to tell with its answers what changes the session.
  static func setUp(_ settings: MariaDBSettings, isTracked: Bool) -> String {
    guard settings.variables.isEmpty, settings.collation == nil, isTracked else {
      return setUp(settings.variables, settings.collation, isTracked)
    }
    return plainSetUp
  }

  /// The statement for a URL that asks for nothing; most do.
  private static let plainSetUp = setUp([], nil, true)

  private static func setUp(
    _ variables: [(name: String, value: String)], _ collation: String?, _ isTracked: Bool
  ) -> String {
    var modes = "@@sql_mode"
    // Others than MariaDB take the second one for a comment.
    var parts = [
      "autocommit = 1",
      "time_zone = '+00:00' /*M!100300 , session_track_system_variables = '\(trackedVariables)' */",
    ]
    if isTracked { parts.append("session_track_state_change = 1") }
    for variable in variables {
      if asciiEqual(variable.name, "sql_mode") {
        modes = literal(variable.value)
      } else {
        parts.append("\(variable.name) = \(value(variable.value))")
      }
    }
    // A value that does not fit its column is an error, and never changed in silence.
    parts.append(
      "sql_mode = CONCAT_WS(',', NULLIF(\(modes), ''), 'STRICT_TRANS_TABLES', 'ERROR_FOR_DIVISION_BY_ZERO')")
    if let collation { parts.append("collation_connection = \(collation)") }
    return "SET " + parts.joined(separator: ", ")
  }

  /// The question that ``init(answer:)`` reads the answer of.
  static func question(isMariaDB: Bool) -> String {
    isMariaDB
      ? """
      SELECT @@sql_mode, @@tx_isolation, @@max_allowed_packet, @@auto_increment_increment, @@lower_case_table_names, \
      @@global.log_bin, @@global.binlog_format = 'ROW', CURRENT_ROLE(), \(ServerIdentity.question)
      """
      : """
      SELECT @@sql_mode, @@transaction_isolation, @@max_allowed_packet, @@auto_increment_increment, \
      @@lower_case_table_names, @@global.log_bin, 0, NULL, \(ServerIdentity.question)
      """
  }

  init() {}

  /// The most bytes of values, or of a statement, that are sent; what is beside them in a message is smaller.
  var largestContent: Int { max(largestPacket - 1024, 1) }

  /// The error for what can't be sent.
  func tooLong(_ what: String, sql: String?) -> DatabaseError {
    DatabaseError(
      .dataTooLong, "\(what), and the server takes messages of \(largestPacket) (max_allowed_packet)", sql: sql)
  }

  /// What the server told.
  ///
  /// - Parameter answer: The answer's cells by their place; nil if there is none.
  init(answer: (Int) -> String?) {
    func text(_ index: Int) -> String { answer(index) ?? "" }
    dialect = .mariadb(modes: text(0))
    isolation = Isolation(mariadb: text(1)) ?? .repeatableRead
    // What no server has is not believed: the least is 1 KiB, and the most 1 GiB.
    largestPacket = min(max(Int(text(2)) ?? largestPacket, 1 << 10), 1 << 30)
    keyStep = Int64(text(3)) ?? 1
    namesCountCapitals = text(4) == "0"
    hasLog = text(5) != "0"
    logsRows = hasLog && text(6) == "1"
    role = answer(7)
    server = ServerIdentity((8..<8 + ServerIdentity.count).map(answer))
  }

  /// The server has told the new value of a variable.
  mutating func note(_ variable: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    if variable.elementsEqual("sql_mode".utf8) {
      dialect = .mariadb(modes: String(decoding: value, as: UTF8.self))
    } else if variable.elementsEqual("tx_isolation".utf8) {
      isolation = Isolation(mariadb: String(decoding: value, as: UTF8.self)) ?? isolation
    }
  }

  /// A number or a word as it is, anything else as text.
  private static func value(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { MariaDBSettings.isWordByte($0) || $0 == 0x2D || $0 == 0x2E }
    return isPlain ? text : literal(text)
  }

  /// Text as hexadecimal digits, which mean the same in every SQL mode.
  private static func literal(_ text: String) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let hexadecimal = text.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "_utf8mb4 x'\(String(decoding: hexadecimal, as: UTF8.self))'"
  }

  private static func asciiEqual(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8) { $0 | 0x20 == $1 | 0x20 }
  }
}

extension Dialect {
  /// MariaDB's quoting, by the modes that a session is in, joined by commas.
  static func mariadb(modes: String) -> Dialect {
    func contains(_ mode: StaticString) -> Bool { isWord(mode, of: modes) }
    return Dialect(
      identifierQuote: "`", doubleQuotesIdentifiers: contains("ANSI_QUOTES"), backtickIdentifiers: true,
      backslashEscapes: !contains("NO_BACKSLASH_ESCAPES"), hashComments: true, dashCommentsNeedSpace: true,
      executableComments: true, parameterSigils: .colon)
  }
}

/// True if a list that is joined by commas has this word. Each connection's modes are looked at: nothing is split.
private func isWord(_ word: StaticString, of list: String) -> Bool {
  var list = list
  return list.withUTF8 { bytes in
    var rest = bytes[...]
    while rest.count >= word.utf8CodeUnitCount {
      let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
      if end - rest.startIndex == word.utf8CodeUnitCount,
        word.withUTF8Buffer({ $0.elementsEqual(rest[..<end]) })
      {
        return true
      }
      rest = rest[end...].dropFirst()
    }
    return false
  }
}

extension Isolation {
  /// An isolation by the server's word for it.
  init?(mariadb text: String) {
    switch text {
    case "READ-UNCOMMITTED": self = .readUncommitted
    case "READ-COMMITTED": self = .readCommitted
    case "REPEATABLE-READ": self = .repeatableRead
    case "SERIALIZABLE": self = .serializable
    default: return nil
    }
  }

  /// SQL's words.
  var mariadbText: String {
    switch self {
    case .readUncommitted: "READ UNCOMMITTED"
    case .readCommitted: "READ COMMITTED"
    case .repeatableRead: "REPEATABLE READ"
    case .serializable: "SERIALIZABLE"
    }
  }
}

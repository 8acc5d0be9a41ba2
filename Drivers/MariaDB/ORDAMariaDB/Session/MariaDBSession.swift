internal import CMariaDB
internal import ORDA

/// How a session is set up, and what the server says about it.
struct MariaDBSession: Sendable {
  /// How its SQL quotes and comments.
  var dialect = MariaDBSession.plainDialect
  /// The isolation of its transactions unless they ask for another.
  var isolation = Isolation.repeatableRead
  /// The largest message that the server accepts, in bytes.
  var largestPacket = 16 << 20
  /// The distance from one generated key to the next.
  var keyStep: Int64 = 1
  /// Whether names of tables may differ by case alone.
  var namesCountCapitals = true
  /// Whether the server has a log, and so names the transactions that a session commits.
  var hasLog = true
  /// Whether the log has the changed rows.
  var logsRows = false
  /// Which server and session it is; nil if unknown.
  var server: ServerIdentity?
  /// How long the server keeps the session while nothing is sent; nil if unknown.
  var idleLimit: Duration?
  /// The current role; nil for none.
  var role: String?
  /// True if the isolation or the SQL mode may have changed and the server reported too little.
  var isUnsure = false
  /// True if the next transaction may have its own isolation.
  var hasNextIsolation = false

  /// The variables whose changes the server has to report: those from which the fields above are read, and those that
  /// could stop the reports. It also reports each commit's name in its log.
  private static let trackedVariables =
    "last_gtid,sql_mode,tx_isolation,session_track_state_change,session_track_system_variables"

  /// The statement that sets a session up.
  ///
  /// - Parameter isTracked: True if the server must report changes of the session with its answers.
  static func setUp(_ settings: MariaDBSettings, isTracked: Bool) -> String {
    guard settings.variables.isEmpty, settings.collation == nil, isTracked else {
      return setUp(settings.variables, settings.collation, isTracked)
    }
    return plainSetUp
  }

  /// The statement for a URL without settings; most have none.
  private static let plainSetUp = setUp([], nil, true)

  private static func setUp(
    _ variables: [(name: String, value: String)], _ collation: String?, _ isTracked: Bool
  ) -> String {
    var modes = "@@sql_mode"
    // To other servers than MariaDB the second one is a comment.
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
    // A value that does not fit its column is an error, and never changed silently.
    parts.append(
      "sql_mode = CONCAT_WS(',', NULLIF(\(modes), ''), 'STRICT_TRANS_TABLES', 'ERROR_FOR_DIVISION_BY_ZERO')")
    if let collation { parts.append("collation_connection = \(collation)") }
    return "SET " + parts.joined(separator: ", ")
  }

  /// The question whose answer ``init(answer:)`` reads. What has no blanks in it comes as one text: describing a column takes the
  /// server and the library longer than its value.
  static func question(isMariaDB: Bool) -> String { isMariaDB ? plainQuestion : othersQuestion }

  private static let plainQuestion = question("@@tx_isolation", log: "@@global.binlog_format = 'ROW'", "CURRENT_ROLE()")
  /// Other servers than MariaDB have other names, and roles that a reset ends.
  private static let othersQuestion = question("@@transaction_isolation", log: "0", "NULL")

  private static func question(_ isolation: String, log: String, _ role: String) -> String {
    """
    SELECT CONCAT_WS(' ', @@sql_mode, \(isolation), @@max_allowed_packet, @@auto_increment_increment, \
    @@lower_case_table_names, @@global.log_bin + 0, \(log), @@wait_timeout, CONNECTION_ID()), \(ServerIdentity.question), \(role)
    """
  }

  private static let plainDialect = Dialect.mariadb(modes: "")

  init() {}

  /// The most bytes of values, or of a statement, in a message; the rest of the message is smaller.
  var largestContent: Int { max(largestPacket - 1024, 1) }

  /// The error for something too long to send.
  func tooLong(_ what: String, sql: String?) -> DatabaseError {
    DatabaseError(
      .dataTooLong, "\(what), and the server takes messages of \(largestPacket) (max_allowed_packet)", sql: sql)
  }

  /// What the server answered.
  ///
  /// - Parameter answer: The answer's cells by their place; nil if there is none.
  init(answer: (Int) -> String?) {
    var facts = answer(0) ?? ""
    let session = facts.withUTF8 { read($0) }
    server = ServerIdentity(answer(1), connection: session)
    role = answer(2)
  }

  /// Reads the facts that come as one text, whose words may be none only where they are the modes.
  ///
  /// By bytes: by characters it would take longer than all the rest of the answer.
  ///
  /// - Returns: The session's number.
  private mutating func read(_ facts: UnsafeBufferPointer<UInt8>) -> String {
    let isWhole = facts.count { $0 == 0x20 } == 8
    var rest = facts[...]
    func word() -> String {
      guard isWhole else { return "" }
      let end = rest.firstIndex(of: 0x20) ?? rest.endIndex
      defer { rest = rest[end...].dropFirst() }
      return String(decoding: UnsafeBufferPointer(rebasing: rest[..<end]), as: UTF8.self)
    }
    dialect = .mariadb(modes: word())
    isolation = Isolation(mariadb: word()) ?? .repeatableRead
    // Impossible values are not trusted: the least is 1 KiB, and the most 1 GiB.
    largestPacket = min(max(Int(word()) ?? largestPacket, 1 << 10), 1 << 30)
    keyStep = Int64(word()) ?? 1
    namesCountCapitals = word() == "0"
    hasLog = word() != "0"
    logsRows = word() == "1" && hasLog
    idleLimit = Int(word()).map { .seconds($0) }
    return word()
  }

  /// The server has reported the new value of a variable.
  mutating func note(_ variable: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    if variable.elementsEqual("sql_mode".utf8) {
      dialect = .mariadb(modes: String(decoding: value, as: UTF8.self))
    } else if variable.elementsEqual("tx_isolation".utf8) {
      isolation = Isolation(mariadb: String(decoding: value, as: UTF8.self)) ?? isolation
    }
  }

  /// A number or a word as it is, anything else as a string.
  private static func value(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { MariaDBSettings.isWordByte($0) || $0 == 0x2D || $0 == 0x2E }
    return isPlain ? text : literal(text)
  }

  /// A string as hexadecimal digits, which mean the same in every SQL mode.
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
  /// MariaDB's quoting, by a session's modes, joined by commas.
  static func mariadb(modes: String) -> Dialect {
    func contains(_ mode: StaticString) -> Bool { isWord(mode, of: modes) }
    return Dialect(
      identifierQuote: "`", doubleQuotesIdentifiers: contains("ANSI_QUOTES"), backtickIdentifiers: true,
      backslashEscapes: !contains("NO_BACKSLASH_ESCAPES"), hashComments: true, dashCommentsNeedSpace: true,
      executableComments: true, parameterSigils: .colon)
  }
}

/// True if a comma-separated list contains this word. Each connection's modes are checked, so nothing is split.
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

internal import CMariaDB
internal import ORDA

/// What an error's number means.
enum MariaDBCode {
  /// The kind of each number; the SQLSTATE decides for the others.
  static func kind(_ code: Int, sqlState: String) -> DatabaseError.Kind {
    if let kind = kinds[code] { return kind }
    if isOfLibrary(code) || code == 0 { return .protocolViolation }
    switch sqlState.prefix(2) {
    case "08": return .connectionLost
    case "22": return .outOfRange
    case "23": return .constraint
    case "25": return .readOnly
    case "28": return .authentication
    case "40": return .serialization
    case "42": return .syntax
    case "45": return .constraint(.trigger)
    default: return .other
    }
  }

  /// True for the numbers of the client library: no server has sent them.
  static func isOfLibrary(_ code: Int) -> Bool { (2000..<3000).contains(code) }

  /// True if the connection is gone.
  static func isLost(_ code: Int) -> Bool { lost.contains(code) }

  /// True if the server says that it can't do what a member of its group is there for: it has become read-only, as a
  /// replica is, or a Galera node without the majority of its cluster. Those that are only read may be read-only.
  static func isUnfit(_ error: DatabaseError, for role: ConnectionRole) -> Bool {
    switch error.vendorCode {
    case 1290 where role == .writer: error.message.contains("read-only") || error.message.contains("read_only")
    case 1836: role == .writer
    case 1047: error.message.hasPrefix("WSREP")
    default: false
    }
  }

  /// True for errors after which an open transaction certainly stands as it was.
  static func leavesTransaction(_ code: Int) -> Bool {
    guard let kind = kinds[code] else { return false }
    return harmless.contains { $0.matches(kind) }
  }

  private static let harmless: [DatabaseError.Kind] = [
    .constraint, .syntax, .noSuchTable, .noSuchColumn, .noSuchIndex, .alreadyExists, .outOfRange, .dataTooLong,
    .permission,
    .unsupported,
  ]

  /// The server has closed the connection, or the client library has lost it.
  private static let lost: Set<Int> = [
    1053, 1077, 1152, 1153, 1159, 1160, 1161, 1184, 1927, 2006, 2013, 2055, 3169, 4031,
    5013, 5014,
  ]

  private static let kinds: [Int: DatabaseError.Kind] = {
    var kinds: [Int: DatabaseError.Kind] = [:]
    for (kind, codes) in table { for code in codes { kinds[code] = kind } }
    for code in lost { kinds[code] = .connectionLost }
    kinds[1153] = .dataTooLong
    return kinds
  }()

  private static let table: [(DatabaseError.Kind, [Int])] = [
    (.constraint(.unique), [1022, 1062, 1169, 1557, 1569, 1586, 1859]),
    (.constraint(.foreignKey), [1216, 1217, 1451, 1452, 1761, 1762]),
    (.constraint(.notNull), [1048, 1171, 1263, 1364]),
    (.constraint(.check), [4025, 1369]),
    (.constraint(.trigger), [1644]),
    (.syntax, [1064, 1065, 1110, 1111, 1115, 1136, 1149, 1166, 1241, 1248, 1300, 1305, 1318, 1327, 1055, 1052, 1066]),
    (.noSuchTable, [1051, 1146, 1109, 1932, 4091, 4092]),
    (.noSuchColumn, [1054, 1072]),
    (.noSuchIndex, [1176]),
    (.noSuchTrigger, [1360]),
    (.alreadyExists, [1007, 1050, 1060, 1061, 1304, 1359, 1396, 1826]),
    (.outOfRange, [1264, 1265, 1365, 1366, 1367, 1292, 1411, 1416, 1690, 1916, 1690]),
    (.dataTooLong, [1406, 1301, 1118, 1071, 2020]),
    (.permission, [1044, 1095, 1142, 1143, 1227, 1370, 1419]),
    (.authentication, [1045, 1130, 1131, 1251, 1275, 1698, 1820, 1862, 2049, 2059, 4151, 5010]),
    (.noSuchDatabase, [1049]),
    (.cannotOpen(.tooManyConnections), [1040, 1203, 1226]),
    (.cannotOpen(.unreachable), [2002, 2003, 2005]),
    (.cannotOpen, [1129, 2001, 2004, 2007, 2012, 2026]),
    (.timeout, [1969]),
    (.cancelled, [1317]),
    (.busy, [1205, 1015, 1099, 1100, 1412, 1461]),
    (.deadlock, [1213, 1614]),
    (.serialization, [1020, 1637]),
    // A COMMIT failed on the way: a Galera node that loses its cluster meanwhile says so, and the others may have it.
    (.commitUnknown, [1180]),
    (.readOnly, [1036, 1290, 1792, 1836]),
    (.full, [1021, 1114, 1041]),
    (.corrupt, [1033, 1034, 1035, 1194, 1195, 1712]),
    (.io, [1004, 1005, 1016, 1017, 1023, 1024, 1026, 1030]),
    (.outOfMemory, [1037, 1038, 1257, 2008]),
    (.unsupported, [1148, 2068, 4166, 1235, 1295, 1289, 1286, 1390]),
    (.misuse, [2014, 2030, 2031, 2034, 1568]),
    (.protocolViolation, [1043, 1047, 1156, 1157, 1158, 2027]),
  ]
}

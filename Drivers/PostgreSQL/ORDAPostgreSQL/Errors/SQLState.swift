internal import ORDA

/// What an SQLSTATE means.
enum SQLState {
  /// The kind of a state: its own, or that of its class, the first two characters.
  static func kind(_ state: String) -> DatabaseError.Kind {
    kinds[state] ?? classes[String(state.prefix(2))] ?? .other
  }

  /// True where the server says so and ends the session, without having done what it was asked.
  static func endsSession(_ state: String) -> Bool { ["57P01", "57P05", "25P03", "57P04"].contains(state) }

  private static let kinds: [String: DatabaseError.Kind] = [
    "08P01": .protocolViolation, "22001": .dataTooLong, "22026": .dataTooLong, "22P02": .constraint(.dataType),
    "22P03": .protocolViolation, "23001": .constraint(.foreignKey), "23502": .constraint(.notNull),
    "23503": .constraint(.foreignKey), "23505": .constraint(.unique), "23514": .constraint(.check),
    "25006": .readOnly, "25P02": .transactionEnded(.rolledBack), "25P03": .connectionLost, "26000": .misuse,
    "40001": .serialization,
    "40002": .constraint, "40003": .commitUnknown, "40P01": .deadlock, "42501": .permission, "42703": .noSuchColumn,
    "42P01": .noSuchTable, "3F000": .noSuchTable, "42P07": .alreadyExists, "42701": .alreadyExists,
    "42710": .alreadyExists, "42P06": .alreadyExists, "42723": .alreadyExists, "42P04": .alreadyExists,
    "42P03": .alreadyExists, "42P05": .alreadyExists, "0A000": .unsupported, "44000": .constraint(.check),
    "53100": .full, "53200": .outOfMemory, "53300": .cannotOpen(.tooManyConnections), "55P03": .busy,
    "55006": .busy, "57014": .cancelled, "57P01": .connectionLost, "57P02": .connectionLost,
    "57P03": .cannotOpen(.unreachable), "57P04": .connectionLost, "57P05": .connectionLost, "58030": .io, "58P01": .io,
    "58P02": .io, "P0001": .constraint(.trigger), "XX001": .corrupt, "XX002": .corrupt,
    "3D000": .noSuchDatabase, "42P18": .syntax,
  ]

  private static let classes: [String: DatabaseError.Kind] = [
    "08": .connectionLost, "0A": .unsupported, "21": .misuse, "22": .outOfRange, "23": .constraint, "25": .misuse,
    "28": .authentication, "3D": .noSuchDatabase, "40": .serialization, "42": .syntax, "53": .full,
    "54": .dataTooLong, "57": .cancelled, "58": .io,
  ]
}

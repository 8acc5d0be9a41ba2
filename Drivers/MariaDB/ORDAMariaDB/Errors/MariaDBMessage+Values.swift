extension MariaDBMessage {
  /// A server's message without the values that it quotes: they were bound, and may be secrets.
  ///
  /// A value may contain quotes and words of the message, so the last match in the message is its end.
  static func withoutValues(_ message: String, code: Int) -> String {
    switch code {
    // Duplicate entry 'Jazz' for key 'name'
    case 1062, 1586, 1859: masked(message, after: "entry '", before: "' for key ")
    // Incorrect integer value: 'x' for column `music`.`genre`.`id` at row 1. Truncated incorrect DOUBLE value: 'x'
    case 1292, 1300, 1366, 1411, 1525: masked(message, after: ": '", before: "' for ", "'")
    // BIGINT value is out of range in '9223372036854775807 + 1'
    case 1690: masked(message, after: " in '", before: "'")
    default: message
    }
  }

  private static func masked(_ message: String, after start: String, before ends: String...) -> String {
    guard let from = message.firstRange(ofText: start)?.upperBound,
      let to = ends.lazy.compactMap({ message[from...].lastRange(ofText: $0)?.lowerBound }).first
    else { return message }
    return message[..<from] + "…" + message[to...]
  }
}

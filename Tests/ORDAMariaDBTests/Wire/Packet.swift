/// The contents of the protocol's packets, without the four bytes before them.
enum Packet {
  // MARK: Parts

  static func integer(_ value: UInt64, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
  }

  /// A number in as few bytes as it needs, the first of which tells how many.
  static func length(_ value: UInt64) -> [UInt8] {
    switch value {
    case ..<251: [UInt8(value)]
    case ..<0x1_0000: [252] + integer(value, bytes: 2)
    case ..<0x100_0000: [253] + integer(value, bytes: 3)
    default: [254] + integer(value, bytes: 8)
    }
  }

  /// Bytes behind their length.
  static func counted(_ bytes: [UInt8]) -> [UInt8] { length(UInt64(bytes.count)) + bytes }
  static func counted(_ text: String) -> [UInt8] { counted(Array(text.utf8)) }

  // MARK: Connecting

  /// What a server of MariaDB can do, but for TLS, compression and what only newer clients know.
  static let abilities: UInt32 =
    1 << 1 | 1 << 2 | 1 << 3 | 1 << 7 | 1 << 9 | 1 << 13 | 1 << 15 | 1 << 16 | 1 << 17 | 1 << 18 | 1 << 19 | 1 << 20
    | 1 << 21 | 1 << 23
  /// The bit of MariaDB's own abilities by which it takes arrays, and the last statement without its number.
  static let arrays: UInt32 = 1 << 2
  /// The bit by which a client asks for TLS.
  static let tls: UInt32 = 1 << 11

  static func greeting(
    version: String = "5.5.5-10.11.19-MariaDB", abilities: UInt32 = abilities, plugin: String = "mysql_native_password",
    extended: UInt32 = 0
  ) -> [UInt8] {
    [10] + Array(version.utf8) + [0] + integer(7, bytes: 4) + Array("abcdefgh".utf8) + [0]
      + integer(UInt64(abilities & 0xFFFF), bytes: 2) + [45] + integer(2, bytes: 2)
      + integer(UInt64(abilities >> 16), bytes: 2) + [21] + [UInt8](repeating: 0, count: 6)
      + integer(UInt64(extended), bytes: 4)
      + Array("ijklmnopqrst".utf8) + [0] + Array(plugin.utf8) + [0]
  }

  /// The demand to prove the password in another way.
  static func switchAuthentication(to plugin: String, data: [UInt8] = Array("abcdefghijklmnopqrst".utf8)) -> [UInt8] {
    [0xFE] + Array(plugin.utf8) + [0] + data + [0]
  }

  // MARK: Commands

  /// The command to execute a statement for an array of values.
  static let arrayExecution: UInt8 = 0xFA

  // MARK: Answers

  static let inTransaction: UInt16 = 1
  static let inAutocommit: UInt16 = 2
  static let moreResults: UInt16 = 8

  static func ok(status: UInt16 = inAutocommit, changed: UInt64 = 0) -> [UInt8] {
    [0] + length(changed) + length(0) + integer(UInt64(status), bytes: 2) + [0, 0]
  }

  static func error(_ code: UInt16, state: String = "HY000", _ message: String) -> [UInt8] {
    [0xFF] + integer(UInt64(code), bytes: 2) + Array("#\(state)\(message)".utf8)
  }

  static func end(status: UInt16 = inAutocommit, warnings: UInt16 = 0) -> [UInt8] {
    [0xFE] + integer(UInt64(warnings), bytes: 2) + integer(UInt64(status), bytes: 2)
  }

  /// The demand for a file of the client's.
  static func localFile(_ path: String) -> [UInt8] { [0xFB] + Array(path.utf8) }

  // MARK: Results

  static func column(
    _ name: String, type: UInt8, flags: UInt16 = 0, characterSet: UInt16 = 45, length: UInt32 = 255, decimals: UInt8 = 0
  ) -> [UInt8] {
    column(Array(name.utf8), type: type, flags: flags, characterSet: characterSet, length: length, decimals: decimals)
  }

  static func column(
    _ name: [UInt8], type: UInt8, flags: UInt16 = 0, characterSet: UInt16 = 45, length: UInt32 = 255,
    decimals: UInt8 = 0
  ) -> [UInt8] {
    counted("def") + counted("music") + counted("t") + counted("t") + counted(name) + counted(name) + [12]
      + integer(UInt64(characterSet), bytes: 2) + integer(UInt64(length), bytes: 4) + [type]
      + integer(UInt64(flags), bytes: 2) + [decimals, 0, 0]
  }

  static func prepared(id: UInt32, columns: Int, parameters: Int) -> [UInt8] {
    [0] + integer(UInt64(id), bytes: 4) + integer(UInt64(columns), bytes: 2) + integer(UInt64(parameters), bytes: 2)
      + [0, 0, 0]
  }

  static func textRow(_ cells: [String?]) -> [UInt8] { cells.flatMap { $0.map { counted($0) } ?? [0xFB] } }

  /// A row of a prepared statement's result, no cell of which is NULL.
  static func binaryRow(_ cells: [[UInt8]]) -> [UInt8] {
    [0] + [UInt8](repeating: 0, count: (cells.count + 9) / 8) + cells.flatMap { $0 }
  }
}

/// The numbers of the column types that the tests use.
enum ColumnType {
  static let tiny: UInt8 = 1
  static let short: UInt8 = 2
  static let long: UInt8 = 3
  static let float: UInt8 = 4
  static let double: UInt8 = 5
  static let null: UInt8 = 6
  static let timestamp: UInt8 = 7
  static let longLong: UInt8 = 8
  static let medium: UInt8 = 9
  static let date: UInt8 = 10
  static let time: UInt8 = 11
  static let dateTime: UInt8 = 12
  static let year: UInt8 = 13
  static let bit: UInt8 = 16
  static let decimal: UInt8 = 246
  static let blob: UInt8 = 252
  static let text: UInt8 = 253
  static let geometry: UInt8 = 255
}

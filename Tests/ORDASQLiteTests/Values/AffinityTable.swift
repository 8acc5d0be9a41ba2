import Foundation
import ORDA

/// What the declared type of a column makes of what is bound: the tests run it, and the documentation prints it.
enum AffinityTable {
  /// The columns, by their declarations. `DECIMAL(20, 5)`, `DATE`, `BOOLEAN` and all unknown words are NUMERIC.
  static let columns = ["INTEGER", "REAL", "NUMERIC", "TEXT", "BLOB", ""]

  struct Row: Sendable {
    var name: String
    var value: any ValueConvertible
    /// What is stored in each of the columns.
    var stored: [String]
    /// For each column whether the value comes back as it was.
    var comesBack: [Bool]
    var reads: @Sendable (FetchedRow, Int) -> Bool
  }

  static func row<T: ValueConvertible & ColumnValue>(
    _ name: String, _ value: T, _ stored: [String], lost: Set<String> = [],
    same: @escaping @Sendable (T, T) -> Bool
  ) -> Row {
    Row(name: name, value: value, stored: stored, comesBack: columns.map { !lost.contains($0) }) { row, column in
      guard let read = try? row.get(column, as: T.self) else { return false }
      return same(read, value)
    }
  }

  static func row<T: ValueConvertible & ColumnValue & Equatable>(
    _ name: String, _ value: T, _ stored: [String], lost: Set<String> = []
  ) -> Row { row(name, value, stored, lost: lost, same: ==) }

  static let rows: [Row] = [
    row(
      "`true`", true, ["integer 1", "real 1.0", "integer 1", "text '1'", "integer 1", "integer 1"],
      lost: ["REAL", "TEXT"]),
    row(
      "`42`", 42, ["integer 42", "real 42.0", "integer 42", "text '42'", "integer 42", "integer 42"], lost: ["TEXT"]),
    row(
      "`Int.max`", Int.max,
      [
        "integer 9223372036854775807", "real 9.223372036854776e+18", "integer 9223372036854775807",
        "text '9223372036854775807'", "integer 9223372036854775807", "integer 9223372036854775807",
      ], lost: ["REAL", "TEXT"]),
    row("`0.5`", 0.5, ["real 0.5", "real 0.5", "real 0.5", "text '0.5'", "real 0.5", "real 0.5"], lost: ["TEXT"]),
    row("`3.0`", 3.0, ["integer 3", "real 3.0", "integer 3", "text '3.0'", "real 3.0", "real 3.0"], lost: ["TEXT"]),
    row(
      "`-0.0`", -0.0, ["integer 0", "real 0.0", "integer 0", "text '0.0'", "real -0.0", "real -0.0"],
      lost: ["INTEGER", "REAL", "NUMERIC", "TEXT"], same: { $0.bitPattern == $1.bitPattern }),
    row(
      "`ExactDecimal(\"12.30\")`", ExactDecimal("12.30") ?? 0,
      ["real 12.3", "real 12.3", "real 12.3", "text '12.30'", "text '12.30'", "text '12.30'"],
      lost: ["INTEGER", "REAL", "NUMERIC"], same: { $0 == $1 && $0.scale == $1.scale }),
    row(
      "`ExactDecimal(\"12345678901234567890.12345\")`", ExactDecimal("12345678901234567890.12345") ?? 0,
      [
        "real 1.2345678901234567e+19", "real 1.2345678901234567e+19", "real 1.2345678901234567e+19",
        "text '12345678901234567890.12345'", "text '12345678901234567890.12345'", "text '12345678901234567890.12345'",
      ], lost: ["INTEGER", "REAL", "NUMERIC"]),
    row(
      "`\"Jazz\"`", "Jazz", ["text 'Jazz'", "text 'Jazz'", "text 'Jazz'", "text 'Jazz'", "text 'Jazz'", "text 'Jazz'"]),
    row(
      "`\"007\"`", "007", ["integer 7", "real 7.0", "integer 7", "text '007'", "text '007'", "text '007'"],
      lost: ["INTEGER", "REAL", "NUMERIC"]),
    row("`\"\"`", "", ["text ''", "text ''", "text ''", "text ''", "text ''", "text ''"]),
    row(
      "`[0x31] as [UInt8]`", [0x31] as [UInt8],
      ["blob X'31'", "blob X'31'", "blob X'31'", "blob X'31'", "blob X'31'", "blob X'31'"]),
    row(
      "`CivilDate`", CivilDate(daysSince1970: 0),
      Array(repeating: "text '1970-01-01'", count: 6)),
    row(
      "`Date`, `Instant`", Date(timeIntervalSinceReferenceDate: 0.5),
      Array(repeating: "text '2001-01-01 00:00:00.500000Z'", count: 6)),
    row(
      "`UUID`", UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
      Array(repeating: "text '00000000-0000-0000-0000-000000000001'", count: 6)),
    row("`JSON([1])`", JSON([1]), Array(repeating: "text '[1]'", count: 6)),
    row(
      "`JSON(1)`", JSON(1), ["integer 1", "real 1.0", "integer 1", "text '1'", "text '1'", "text '1'"],
      lost: ["INTEGER", "REAL", "NUMERIC"]),
  ]

  /// The table as the documentation has it: a star where the value does not come back as it was.
  static var markdown: String {
    let head = "| bound | " + columns.map { $0.isEmpty ? "none, `ANY`" : "`\($0)`" }.joined(separator: " | ") + " |"
    let lines = rows.map { row in
      let cells = zip(row.stored, row.comesBack).map { stored, same in stored + (same ? "" : " \\*") }
      return "| \(row.name) | \(cells.joined(separator: " | ")) |"
    }
    return ([head, "|---|---|---|---|---|---|---|"] + lines).joined(separator: "\n")
  }
}

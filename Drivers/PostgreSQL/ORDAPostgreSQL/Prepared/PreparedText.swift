internal import CPostgreSQL
internal import ORDA

/// What the server told of a statement that it has prepared. An object, since each execution looks at it.
final class PreparedText {
  /// The text, in which lists and what is returned unasked have been written.
  let sql: String
  /// The name by which it runs.
  let name: String
  /// The parameter types that the server was given; 0, or a missing type, leaves the choice to the server.
  let types: [UInt32]
  /// The types of its parameters.
  let parameters: [UInt32]
  let columns: [ResultColumn]
  /// Parameters for which the server takes no other type, so that it reads what is bound from its text.
  @exclusivity(unchecked) var readAsText: Set<Int> = []
  /// Parameters whose types were those of values, and not the server's choice.
  @exclusivity(unchecked) var declared: Set<Int> = []
  /// Whether the statement writes rows.
  @exclusivity(unchecked) var writes = false

  /// How often the statement was executed by its name.
  @exclusivity(unchecked) var runs = 0
  /// The guard that detects changes of the statement's tables.
  @exclusivity(unchecked) var typeGuard = TypeGuard.unknown
  /// The lock epoch of the connection in which the guard ran last.
  @exclusivity(unchecked) var verified = -1

  /// True if all columns have a binary form that is known; else all come as texts.
  let isBinary: Bool

  init(sql: String, name: String, types: [UInt32], parameters: [UInt32], columns: [ResultColumn]) {
    self.sql = sql
    self.name = name
    self.types = types
    self.parameters = parameters
    self.columns = columns
    isBinary = columns.allSatisfy { $0.isBinary }
  }

  /// The parameter types in the server's description of a statement.
  static func parameters(of description: OpaquePointer) -> [UInt32] {
    (0..<PQnparams(description)).map { PQparamtype(description, $0) }
  }

  /// Whether the server gave another description the same parameter types and columns.
  func isDescribed(like other: PreparedText) -> Bool {
    parameters == other.parameters
      && columns.elementsEqual(other.columns) { one, other in
        one.name == other.name && one.type == other.type && one.modifier == other.modifier && one.table == other.table
          && one.number == other.number
      }
  }

  /// Whether the driver gave some parameter types, so that the description doesn't show the types of columns.
  var hasGivenTypes: Bool { types.contains { $0 != 0 } }

  /// Whether the server would store and compare these values alike if the parameters' columns had other types by now.
  func keepsMeaning(of values: [BoundValue]) -> Bool {
    for (index, value) in values.enumerated() {
      guard index < parameters.count, value.keepsMeaning(as: parameters[index]) else { return false }
    }
    return true
  }

  /// Whether the server may have taken a parameter for a text or an array only because it would take any literal for one.
  func isLiteral(_ index: Int) -> Bool {
    index < parameters.count && (ServerType.isText(parameters[index]) || ArrayType.numbered(parameters[index]) != nil)
  }
}

/// Detects that the tables of a prepared statement have changed since its preparation.
///
/// The server keeps the parameter types of a prepared statement after the types of columns change. If a `real` column becomes
/// `double precision`, the statement continues to round its parameter to 24 bits. A guard is a second prepared statement,
/// `SELECT * FROM` the same tables `WHERE false`. The server refuses to execute the guard after a column's type has changed. The guard
/// runs before the statement in the same round trip. The guard locks the tables, and returns without a row.
enum TypeGuard {
  /// Not made yet.
  case unknown
  /// The statement uses no table.
  case unneeded
  /// The guard's name.
  case named(String)
  /// The account may not read all columns. Then the statement has to be described before each execution.
  case unavailable
}

/// A column of a result.
struct ResultColumn: Hashable {
  let name: String
  let type: UInt32
  let modifier: Int32
  /// The table and the number of its column; 0 for an expression.
  let table: UInt32
  let number: Int32
  /// How its cells are read; a text, until the type's name is known, where the server has it by itself.
  var kind: ColumnKind
  /// True if the binary form is known.
  let isBinary: Bool
  /// True if only the server knows the type's name.
  var isStrange: Bool { !isBinary && ArrayType.numbered(type) == nil }

  /// The columns that a result describes.
  static func all(of result: OpaquePointer) -> [ResultColumn] {
    (0..<PQnfields(result)).map { index in
      let type = PQftype(result, index)
      let kind = ColumnKind(binary: type)
      return ResultColumn(
        name: PQfname(result, index).map { String(cString: $0) } ?? "", type: type, modifier: PQfmod(result, index),
        table: PQftable(result, index), number: PQftablecol(result, index),
        kind: kind ?? ArrayType.numbered(type).map { .other($0.name) } ?? .text,
        isBinary: kind != nil)
    }
  }
}

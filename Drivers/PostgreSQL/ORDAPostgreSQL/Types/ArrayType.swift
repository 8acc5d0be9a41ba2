internal import ORDA

/// The arrays that every server has, by the server's numbers, which never change.
struct ArrayType {
  let number: UInt32
  /// The name, as the server writes it.
  let name: String
  /// How an element's text is read.
  let element: ColumnKind

  static let all: [ArrayType] = [
    ArrayType(number: 1000, name: "boolean[]", element: .bool),
    ArrayType(number: 1001, name: "bytea[]", element: .bytes),
    ArrayType(number: 1002, name: "\"char\"[]", element: .text),
    ArrayType(number: 1003, name: "name[]", element: .text),
    ArrayType(number: 1005, name: "smallint[]", element: .int2),
    ArrayType(number: 1007, name: "integer[]", element: .int4),
    ArrayType(number: 1009, name: "text[]", element: .text),
    ArrayType(number: 1014, name: "character[]", element: .text),
    ArrayType(number: 1015, name: "character varying[]", element: .text),
    ArrayType(number: 1016, name: "bigint[]", element: .int8),
    ArrayType(number: 1020, name: "box[]", element: .text),
    ArrayType(number: 1021, name: "real[]", element: .float4),
    ArrayType(number: 1022, name: "double precision[]", element: .float8),
    ArrayType(number: 1028, name: "oid[]", element: .oid),
    ArrayType(number: 1115, name: "timestamp without time zone[]", element: .timestamp),
    ArrayType(number: 1182, name: "date[]", element: .date),
    ArrayType(number: 1183, name: "time without time zone[]", element: .time),
    ArrayType(number: 1185, name: "timestamp with time zone[]", element: .instant),
    ArrayType(number: 1187, name: "interval[]", element: .interval),
    ArrayType(number: 1231, name: "numeric[]", element: .numeric),
    ArrayType(number: 1270, name: "time with time zone[]", element: .timetz),
    ArrayType(number: 143, name: "xml[]", element: .text),
    ArrayType(number: 199, name: "json[]", element: .json),
    ArrayType(number: 2951, name: "uuid[]", element: .uuid),
    ArrayType(number: 3807, name: "jsonb[]", element: .jsonb),
  ]

  private static let byNumber = Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0) })
  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The array with a number; nil for another type.
  static func numbered(_ number: UInt32) -> ArrayType? { byNumber[number] }

  /// The array with a name; nil for another type, and for arrays of types that not every server has.
  static func named(_ name: String) -> ArrayType? { byName[name] }

  /// The name of the array of values of a kind; nil where there are several.
  static func name(of kind: ParameterKind) -> String? {
    switch kind {
    case .int: "bigint[]"
    case .uint, .decimal: "numeric[]"
    case .double: "double precision[]"
    case .text: "text[]"
    case .bytes: "bytea[]"
    case .date: "date[]"
    case .timestamp: "timestamp without time zone[]"
    case .instant: "timestamp with time zone[]"
    case .uuid: "uuid[]"
    case .json: "jsonb[]"
    case .other("interval"): "interval[]"
    case .null, .time, .other: nil
    }
  }
}

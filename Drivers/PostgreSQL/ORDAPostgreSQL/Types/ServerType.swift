/// The types whose binary form is known, by the server's numbers, which never change.
enum ServerType {
  static let bool: UInt32 = 16
  static let bytea: UInt32 = 17
  static let char: UInt32 = 18
  static let name: UInt32 = 19
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let oid: UInt32 = 26
  static let json: UInt32 = 114
  static let xml: UInt32 = 142
  static let float4: UInt32 = 700
  static let float8: UInt32 = 701
  static let unknown: UInt32 = 705
  static let bpchar: UInt32 = 1042
  static let varchar: UInt32 = 1043
  static let date: UInt32 = 1082
  static let time: UInt32 = 1083
  static let timestamp: UInt32 = 1114
  static let timestamptz: UInt32 = 1184
  static let interval: UInt32 = 1186
  static let timetz: UInt32 = 1266
  static let numeric: UInt32 = 1700
  static let void: UInt32 = 2278
  static let uuid: UInt32 = 2950
  static let jsonb: UInt32 = 3802

  /// The numbers of types without a counterpart in Swift that every server has, by the server's names for them.
  private static let named: [String: UInt32] = [
    "interval": interval, "time with time zone": timetz, "timetz": timetz, "inet": 869, "cidr": 650, "macaddr": 829,
    "macaddr8": 774, "money": 790, "bit": 1560, "bit varying": 1562, "point": 600, "lseg": 601, "path": 602, "box": 603,
    "polygon": 604, "line": 628, "circle": 718, "tsvector": 3614, "tsquery": 3615, "xml": xml, "numeric": numeric,
    // Infinite, or outside the years that ORDA's types have.
    "date": date, "timestamp": timestamp, "timestamptz": timestamptz,
    "int4range": 3904, "numrange": 3906, "tsrange": 3908, "tstzrange": 3910, "daterange": 3912, "int8range": 3926,
  ]

  /// The number of a type that every server has, by the server's name; nil for another name, and for a type whose values all have a
  /// Swift type.
  static func number(named name: String) -> UInt32? { named[name] ?? ArrayType.named(name)?.number }

  /// The server's name of a type whose binary form is known; nil for any other type.
  static func name(of type: UInt32) -> String? {
    switch type {
    case bool: "boolean"
    case bytea: "bytea"
    case char: "\"char\""
    case name: "name"
    case int8: "bigint"
    case int2: "smallint"
    case int4: "integer"
    case text, unknown: "text"
    case oid: "oid"
    case json: "json"
    case xml: "xml"
    case float4: "real"
    case float8: "double precision"
    case bpchar: "character"
    case varchar: "character varying"
    case date: "date"
    case time: "time without time zone"
    case timestamp: "timestamp without time zone"
    case timestamptz: "timestamp with time zone"
    case interval: "interval"
    case timetz: "time with time zone"
    case numeric: "numeric"
    case void: "void"
    case uuid: "uuid"
    case jsonb: "jsonb"
    default: nil
    }
  }

  /// True for types that hold any string.
  static func isText(_ type: UInt32) -> Bool {
    switch type {
    case text, varchar, bpchar, name, unknown, char, xml: true
    default: false
    }
  }
}

/// How a column's cells are read.
enum ColumnKind: Sendable, Hashable {
  case bool, int2, int4, int8, oid, float4, float8, numeric, text, json, jsonb, bytes, date, time, timestamp, instant,
    uuid
  case timetz, interval, void
  /// The server's text of a type that has no counterpart.
  case other(String)

  /// The kind of a type whose binary form is known; nil for any other.
  init?(binary type: UInt32) {
    switch type {
    case ServerType.bool: self = .bool
    case ServerType.int2: self = .int2
    case ServerType.int4: self = .int4
    case ServerType.int8: self = .int8
    case ServerType.oid: self = .oid
    case ServerType.float4: self = .float4
    case ServerType.float8: self = .float8
    case ServerType.numeric: self = .numeric
    case ServerType.json: self = .json
    case ServerType.jsonb: self = .jsonb
    case ServerType.bytea: self = .bytes
    case ServerType.date: self = .date
    case ServerType.time: self = .time
    case ServerType.timestamp: self = .timestamp
    case ServerType.timestamptz: self = .instant
    case ServerType.uuid: self = .uuid
    case ServerType.timetz: self = .timetz
    case ServerType.interval: self = .interval
    case ServerType.void: self = .void
    case _ where ServerType.isText(type): self = .text
    default: return nil
    }
  }

  /// How many bytes a cell has, where all have as many.
  var size: Int32? {
    switch self {
    case .bool: 1
    case .int2: 2
    case .int4, .oid, .float4, .date: 4
    case .int8, .float8, .time, .timestamp, .instant: 8
    case .timetz: 12
    case .interval, .uuid: 16
    case .void: 0
    case .numeric, .text, .json, .jsonb, .bytes, .other: nil
    }
  }

  /// Whether a cell of the right size may be malformed.
  var isDoubtful: Bool {
    switch self {
    case .time, .numeric, .jsonb: true
    default: false
    }
  }
}

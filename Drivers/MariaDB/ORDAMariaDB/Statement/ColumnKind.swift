internal import CMariaDB
internal import ORDA

/// The layout of a column's cells in a row of the binary protocol, and what they are.
enum ColumnKind: UInt8 {
  case null
  case int8, uint8, int16, uint16, int32, uint32, int64, uint64
  case float, double
  case decimal, text, json, bytes, uuid, bit
  case date, time, timestamp, instant

  /// The kind of a column that the library describes.
  init(_ field: MYSQL_FIELD) {
    let isUnsigned = field.flags & UInt32(UNSIGNED_FLAG) != 0
    switch field.type {
    case MYSQL_TYPE_TINY: self = isUnsigned ? .uint8 : .int8
    case MYSQL_TYPE_SHORT: self = isUnsigned ? .uint16 : .int16
    case MYSQL_TYPE_YEAR: self = .uint16
    case MYSQL_TYPE_LONG, MYSQL_TYPE_INT24: self = isUnsigned ? .uint32 : .int32
    case MYSQL_TYPE_LONGLONG: self = isUnsigned ? .uint64 : .int64
    case MYSQL_TYPE_FLOAT: self = .float
    case MYSQL_TYPE_DOUBLE: self = .double
    case MYSQL_TYPE_DECIMAL, MYSQL_TYPE_NEWDECIMAL: self = .decimal
    case MYSQL_TYPE_BIT: self = .bit
    case MYSQL_TYPE_DATE, MYSQL_TYPE_NEWDATE: self = .date
    case MYSQL_TYPE_TIME: self = .time
    case MYSQL_TYPE_DATETIME: self = .timestamp
    case MYSQL_TYPE_TIMESTAMP: self = .instant
    case MYSQL_TYPE_JSON: self = .json
    case MYSQL_TYPE_NULL: self = .null
    case MYSQL_TYPE_GEOMETRY: self = .bytes
    default:
      // What has no character set, number 63, is bytes; attributes identify UUID and JSON.
      if Self.attribute(field, MARIADB_FIELD_ATTR_DATA_TYPE_NAME) == "uuid" {
        self = .uuid
      } else if Self.attribute(field, MARIADB_FIELD_ATTR_FORMAT_NAME) == "json" {
        self = .json
      } else if field.charsetnr == 63, !Self.isAddress(field) {
        self = .bytes
      } else {
        self = .text
      }
    }
  }

  /// INET4 and INET6 are sent as text, though they have no character set.
  private static func isAddress(_ field: MYSQL_FIELD) -> Bool {
    attribute(field, MARIADB_FIELD_ATTR_DATA_TYPE_NAME)?.hasPrefix("inet") ?? false
  }

  /// What the server says about a type for which the protocol has no number.
  static func attribute(_ field: MYSQL_FIELD, _ attribute: mariadb_field_attr_t) -> String? {
    if field.extension == nil { return nil }
    var found = MARIADB_CONST_STRING()
    let isFound = withUnsafePointer(to: field) { mariadb_field_attr(&found, $0, attribute) } == 0
    guard isFound, found.length > 0, let start = found.str else { return nil }
    return String(
      decoding: UnsafeRawBufferPointer(start: start, count: found.length), as: UTF8.self)
  }

  /// True for dates, which may be ones that no calendar has.
  var isCalendar: Bool { self == .date || self == .timestamp || self == .instant }
  /// True if not every sequence of bytes is a value.
  var isChecked: Bool { isCalendar || self == .time || self == .bit }
}

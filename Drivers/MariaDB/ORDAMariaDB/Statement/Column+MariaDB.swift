internal import CMariaDB
internal import ORDA

extension Column {
  /// What the server says about a column.
  init(mariadb field: MYSQL_FIELD) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String? {
      guard let pointer, pointer.pointee != 0 else { return nil }
      return String(cString: pointer)
    }
    let table = text(field.org_table)
    self.init(
      name: field.name.map { String(cString: $0) } ?? "",
      declaredType: Self.typeName(field), schema: table == nil ? nil : text(field.db),
      table: table, origin: table == nil ? nil : text(field.org_name),
      isNullable: table == nil ? nil : field.flags & UInt32(NOT_NULL_FLAG) == 0)
  }

  /// SQL's word for the type, as far as the protocol has it.
  private static func typeName(_ field: MYSQL_FIELD) -> String {
    let isBinary = field.charsetnr == 63
    let unsigned = field.flags & UInt32(UNSIGNED_FLAG) != 0 ? " UNSIGNED" : ""
    if let special = ColumnKind.attribute(field, MARIADB_FIELD_ATTR_DATA_TYPE_NAME) { return special.uppercased() }
    if ColumnKind.attribute(field, MARIADB_FIELD_ATTR_FORMAT_NAME) == "json" { return "JSON" }
    if field.flags & UInt32(ENUM_FLAG) != 0 { return "ENUM" }
    if field.flags & UInt32(SET_FLAG) != 0 { return "SET" }
    return switch field.type {
    case MYSQL_TYPE_TINY: "TINYINT" + unsigned
    case MYSQL_TYPE_SHORT: "SMALLINT" + unsigned
    case MYSQL_TYPE_INT24: "MEDIUMINT" + unsigned
    case MYSQL_TYPE_LONG: "INT" + unsigned
    case MYSQL_TYPE_LONGLONG: "BIGINT" + unsigned
    case MYSQL_TYPE_FLOAT: "FLOAT" + unsigned
    case MYSQL_TYPE_DOUBLE: "DOUBLE" + unsigned
    case MYSQL_TYPE_DECIMAL, MYSQL_TYPE_NEWDECIMAL: "DECIMAL" + unsigned
    case MYSQL_TYPE_BIT: "BIT(\(field.length))"
    case MYSQL_TYPE_YEAR: "YEAR"
    case MYSQL_TYPE_DATE, MYSQL_TYPE_NEWDATE: "DATE"
    case MYSQL_TYPE_TIME: "TIME"
    case MYSQL_TYPE_DATETIME: "DATETIME"
    case MYSQL_TYPE_TIMESTAMP: "TIMESTAMP"
    case MYSQL_TYPE_STRING: isBinary ? "BINARY" : "CHAR"
    case MYSQL_TYPE_VAR_STRING, MYSQL_TYPE_VARCHAR: isBinary ? "VARBINARY" : "VARCHAR"
    case MYSQL_TYPE_GEOMETRY: "GEOMETRY"
    case MYSQL_TYPE_JSON: "JSON"
    default: isBinary ? "BLOB" : "TEXT"
    }
  }
}

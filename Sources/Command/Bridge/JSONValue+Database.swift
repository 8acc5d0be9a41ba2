import ORDA
import ORDAImport

/// Errors and tables as JSON for the bridge. Every member is always there; unknown ones are null.
extension JSONValue {
  /// An object with these members.
  init(object members: (String, JSONValue)...) {
    self = .object(members.map { Member(name: $0.0, value: $0.1) })
  }

  /// A text, or null.
  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
  /// A number, or null.
  static func number(_ number: Int?) -> JSONValue { number.map { .int(Int64($0)) } ?? .null }
  /// Texts.
  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  init(_ error: DatabaseError) {
    self.init(
      object: ("kind", .string(error.kind.name)), ("message", .string(error.message)),
      ("sqlstate", .text(error.sqlState)), ("vendorCode", .number(error.vendorCode)), ("table", .text(error.table)),
      ("column", .text(error.column)), ("constraint", .text(error.constraint)))
  }

  init(_ table: TableDescription) {
    self.init(
      object: ("schema", .text(table.name.schema)), ("name", .string(table.name.name)),
      ("kind", .string(table.kind.rawValue)), ("columns", .array(table.columns.map { JSONValue($0) })),
      ("primaryKey", .texts(table.primaryKey)), ("foreignKeys", .array(table.foreignKeys.map { JSONValue($0) })),
      ("indexes", .array(table.indexes.map { JSONValue($0) })),
      ("uniqueConstraints", .array(table.uniqueConstraints.map { JSONValue($0) })),
      ("checkConstraints", .array(table.checkConstraints.map { JSONValue($0) })), ("sql", .text(table.sql)))
  }

  private init(_ column: ColumnDescription) {
    let (generated, expression): (String?, String?) =
      switch column.generated {
      case .none: (nil, nil)
      case .virtual(let expression): ("virtual", expression)
      case .stored(let expression): ("stored", expression)
      }
    self.init(
      object: ("name", .string(column.name)), ("type", .string(column.declaredType)),
      ("nullable", .bool(column.isNullable)), ("default", .text(column.defaultValue)),
      ("primaryKeyPosition", .number(column.primaryKeyPosition)), ("generated", .text(generated)),
      ("expression", .text(expression)), ("collation", .text(column.collation)),
      ("autoIncrement", .bool(column.isAutoIncrement)), ("hidden", .bool(column.isHidden)),
      ("comment", .text(column.comment)))
  }

  private init(_ key: ForeignKey) {
    self.init(
      object: ("name", .text(key.name)), ("columns", .texts(key.columns)),
      ("referencedSchema", .text(key.referencedTable.schema)), ("referencedTable", .string(key.referencedTable.name)),
      ("referencedColumns", .texts(key.referencedColumns)), ("onUpdate", .string(key.onUpdate.rawValue)),
      ("onDelete", .string(key.onDelete.rawValue)), ("deferred", .bool(key.isDeferred)))
  }

  private init(_ index: IndexDescription) {
    self.init(
      object: ("name", .string(index.name)), ("columns", .array(index.columns.map { JSONValue($0) })),
      ("unique", .bool(index.isUnique)), ("primaryKey", .bool(index.isPrimaryKey)),
      ("partial", .bool(index.isPartial)), ("predicate", .text(index.predicate)))
  }

  private init(_ part: IndexDescription.Part) {
    let (column, expression): (String?, String?) =
      switch part.term {
      case .column(let name): (name, nil)
      case .expression(let text): (nil, text)
      }
    self.init(
      object: ("column", .text(column)), ("expression", .text(expression)), ("descending", .bool(part.isDescending)),
      ("collation", .text(part.collation)))
  }

  private init(_ constraint: UniqueConstraint) {
    self.init(object: ("name", .text(constraint.name)), ("columns", .texts(constraint.columns)))
  }

  private init(_ constraint: CheckConstraint) {
    self.init(
      object: ("name", .text(constraint.name)), ("expression", .string(constraint.expression)),
      ("column", .text(constraint.column)))
  }
}

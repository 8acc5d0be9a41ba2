/// A table of one database as it is to be made in another, and what of it can't be.
///
/// ```swift
/// let table = TableTranslation(try music.describe("track"), from: music.language, to: server.language)
/// for statement in try table.statements(in: server.schemaDialect) { try server.execute(statement) }
/// for note in table.notes { print(note) }
/// ```
///
/// Between two databases of one driver the table is made by its own text and keeps everything; where a database keeps no text
/// of it, by what its description says, in the database's own words. Otherwise columns, types, defaults, the primary key, unique
/// and foreign keys, conditions and indexes are carried over as far as they mean the same in both; whatever is not is told in
/// ``notes``.
public struct TableTranslation: Sendable {
  /// The table, in terms of the database that it is for.
  public internal(set) var definition: TableDefinition
  /// What is different or missing, a sentence each that names the table.
  public internal(set) var notes: [String] = []
  /// The text that makes the table, where that is its own.
  public private(set) var text: String?
  /// The values of the primary key, where the database that has the table does not tell how wide they may be.
  private(set) var keyContents: ColumnContents?

  /// Translates a table.
  ///
  /// - Parameters:
  ///   - table: What its own database tells of it.
  ///   - source: How the database writes SQL that has the table.
  ///   - target: How the other one does.
  ///   - contents: What the values of each column are, by its name, where the types alone don't tell
  ///     (``SchemaDialect/enforcesTypes``).
  public init(
    _ table: TableDescription, from source: DatabaseLanguage, to target: DatabaseLanguage,
    contents: [String: ColumnContents] = [:]
  ) {
    if source.driverName == target.driverName {
      text = table.sql
      definition = TableDefinition(
        name: TableName(name: table.name.name),
        columns: table.columns.map { Self.own($0, of: table, source.schemaDialect) },
        primaryKey: table.primaryKey, uniqueConstraints: table.uniqueConstraints, foreignKeys: [],
        checkConstraints: table.checkConstraints,
        indexes: source.schemaDialect.textHoldsIndexes ? [] : Self.ownIndexes(of: table, source.schemaDialect))
      definition.foreignKeys = foreignKeys(of: table)
      if text == nil { declareKeys(of: table, source.schemaDialect) }
    } else {
      var translator = TableTranslator(table: table, source: source, target: target, contents: contents)
      definition = translator.translate()
      if !source.schemaDialect.enforcesTypes, table.primaryKey.count == 1 {
        keyContents = contents[table.primaryKey[0]]
      }
      notes = translator.notes
      definition.foreignKeys = foreignKeys(of: table, limits: target.schemaDialect.limits)
    }
    notes += table.triggers.map { "\(table.name.name): the trigger \($0) is not copied" }
  }

  /// Declares the keys of a table that its database keeps no text of.
  private mutating func declareKeys(of table: TableDescription, _ dialect: any SchemaDialect) {
    let indexes = Self.ownIndexes(of: table, dialect)
    // A reference may need it before the indexes are made.
    func isConstraint(_ index: IndexDescription) -> Bool {
      UniqueConstraint(index: index) != nil && index.declaration == nil
        && index.columns.allSatisfy { !$0.isDescending && $0.collation == nil }
    }
    definition.uniqueConstraints = indexes.filter(isConstraint).compactMap(UniqueConstraint.init(index:))
    definition.indexes = indexes.filter { !isConstraint($0) }
    for column in table.columns where column.isAutoIncrement && table.primaryKey != [column.name] {
      notes.append("\(table.name.name): the values of \(column.name) are no longer made: it is not the primary key")
    }
  }

  /// A column in the words of its own database.
  private static func own(
    _ column: ColumnDescription, of table: TableDescription, _ dialect: any SchemaDialect
  ) -> ColumnDefinition {
    // A text that makes the table tells of its key itself.
    let isKey = table.sql == nil && column.isAutoIncrement && table.primaryKey == [column.name]
    return ColumnDefinition(
      column.name, isKey ? dialect.type(of: column, in: table) : .other(column.declaredType),
      isNullable: column.isNullable, defaultValue: column.defaultValue, isGeneratedKey: isKey,
      generated: column.generated, collation: column.collation)
  }

  /// The statements that make the table and its indexes, in order.
  ///
  /// - Throws: `misuse` for a table without columns.
  public func statements(in dialect: any SchemaDialect) throws(DatabaseError) -> [SQL] {
    guard let text else { return try definition.statements(in: dialect) }
    return [SQL(text: text)] + definition.indexes.map { definition.statement(creating: $0, in: dialect) }
  }

  /// The indexes that no constraint needs.
  static func ownIndexes(of table: TableDescription, _ dialect: any SchemaDialect) -> [IndexDescription] {
    table.indexes.compactMap { index in
      if index.isPrimaryKey { return nil }
      // The index of a constraint bears a name that the database made, and the constraint another or none.
      if let constraint = UniqueConstraint(index: index), !table.uniqueConstraints.contains(constraint) { return nil }
      var index = index
      for part in index.columns.indices {
        var own: String?
        if case .column(let name) = index.columns[part].term { own = table.column(named: name)?.collation }
        let collation = index.columns[part].collation
        if collation == own || dialect.comparison(of: collation) == dialect.comparison(of: own) {
          index.columns[part].collation = nil
        }
      }
      return index
    }
  }

  /// The references to tables of the same schema, their columns spelled as the table spells them.
  private mutating func foreignKeys(
    of table: TableDescription, limits: SchemaLimits = SchemaLimits()
  ) -> [ForeignKey] {
    var keys: [ForeignKey] = []
    for var key in table.foreignKeys {
      let name = "the foreign key (\(key.columns.joined(separator: ", ")))"
      if key.referencedTable.schema != table.name.schema || key.referencedColumns.count != key.columns.count {
        notes.append("\(table.name.name): \(name) is not copied: \(key.referencedTable) is not there")
        continue
      }
      key.referencedTable.schema = nil
      key.columns = key.columns.map { table.column(named: $0)?.name ?? $0 }
      for (path, verb) in [(\ForeignKey.onDelete, "deletes"), (\.onUpdate, "updates")]
      where !limits.foreignKeyActions.contains(key[keyPath: path]) {
        notes.append("\(table.name.name): \(name) refuses \(verb): there is no \(key[keyPath: path].rawValue)")
        key[keyPath: path] = .noAction
      }
      if key.isDeferred, !limits.hasDeferredForeignKeys {
        notes.append("\(table.name.name): \(name) is checked at once: it can't be deferred")
        key.isDeferred = false
      }
      keys.append(key)
    }
    return keys
  }
}

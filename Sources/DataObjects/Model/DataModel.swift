internal import ORDA

/// The types of objects, and the tables that they are stored in.
///
/// ```swift
/// @MainActor let model = DataModel {
///   Entity(Note.self, table: "notes") { … }
///   Entity(Tag.self, table: "tags", cache: .permanent, fetchesAtStartup: true) { … }
/// }
/// ```
///
/// The compiler checks the properties; a ``DataStore`` compares the tables and columns with the database's when it is opened.
@MainActor
public struct DataModel {
  let entities: [any AnyEntity]

  /// A model of these entities.
  public init(@DataModelBuilder _ entities: () -> [ModelEntity]) { self.entities = entities().map(\.entity) }

  init(_ entities: [any AnyEntity]) { self.entities = entities }
}

/// An ``Entity`` of any type.
@MainActor
public struct ModelEntity {
  let entity: any AnyEntity
}

/// An ``Entity``, whichever its type.
@MainActor
protocol AnyEntity {
  associatedtype Object: DataObject

  /// The entity with its type.
  var entity: Entity<Object> { get }
  var name: String { get }
  var type: ObjectIdentifier { get }
  var table: TableName { get }
  /// Its own table and its lookup tables.
  var tables: [TableName] { get }
  var fetchesAtStartup: Bool { get }
  var isUniqued: Bool { get }
  /// The types that its relationships lead to.
  var childTypes: [ObjectIdentifier] { get }

  /// What is wrong with it by itself, in a model of these types.
  func ownProblems(_ types: Set<ObjectIdentifier>) -> [String]
  /// What does not fit the database.
  func problems(in database: CheckedDatabase) -> [String]
  /// Adds its columns to the definitions of tables.
  func add(to tables: inout [TableDefinition], in dialect: any SchemaDialect)
  /// Adds its lookup tables to the definitions of tables.
  func addLookups(to tables: inout [TableDefinition], in dialect: any SchemaDialect)
}

extension Entity: AnyEntity {
  var entity: Entity<Object> { self }
  var name: String { "\(Object.self)" }
  var type: ObjectIdentifier { ObjectIdentifier(Object.self) }
  var childTypes: [ObjectIdentifier] { relationships.map { ObjectIdentifier($0.childType) } }
  var tables: [TableName] { [table] + relationships.map(\.lookup.table) }
}

/// Builds a ``DataModel``.
@resultBuilder
@MainActor
public enum DataModelBuilder {
  /// An entity.
  public static func buildExpression<Object: DataObject>(_ entity: Entity<Object>) -> [ModelEntity] {
    [ModelEntity(entity: entity)]
  }
  /// All entities, in order.
  public static func buildBlock(_ entities: [ModelEntity]...) -> [ModelEntity] { entities.flatMap { $0 } }
  /// Entities under a condition.
  public static func buildOptional(_ entities: [ModelEntity]?) -> [ModelEntity] { entities ?? [] }
  /// Entities of one branch.
  public static func buildEither(first entities: [ModelEntity]) -> [ModelEntity] { entities }
  /// Entities of the other branch.
  public static func buildEither(second entities: [ModelEntity]) -> [ModelEntity] { entities }
}

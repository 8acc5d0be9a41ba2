public import ORDA

/// A type of objects, and the table that stores them.
///
/// ```swift
/// Entity(Note.self, table: "notes") {
///   Attribute("text", \.text)
///   Attribute("sortDate", \.sortDate, as: .seconds)
///   Related("tags", \.tags, through: "tagsNotes", parent: "noteID", child: "tagID", order: "ix")
/// }
/// ```
///
/// Several types may share one table, each with its own columns: saving one leaves the other columns alone.
@MainActor
public struct Entity<Object: DataObject> {
  let table: TableName
  let key: String
  let isUniqued: Bool
  let isImmutable: Bool
  let cache: ObjectCaching
  let fetchesAtStartup: Bool
  let attributes: [Attribute<Object>]
  let relationships: [Related<Object>]

  /// An entity.
  ///
  /// - Parameters:
  ///   - type: The objects' type.
  ///   - table: The table.
  ///   - key: The column of the ``DataObject/uniqueID``, which is the table's primary key.
  ///   - isUniqued: True if there is at most one object to a row. Others cost less, and are not changed by what happens to
  ///     the row.
  ///   - isImmutable: True if a row is never changed once it is there: saving a second time is ignored.
  ///   - cache: How long objects are kept.
  ///   - fetchesAtStartup: True to fetch all of them when the store is opened; for few and small ones, with
  ///     ``ObjectCaching/permanent``.
  ///   - parts: The attributes and relationships.
  public init(
    _ type: Object.Type, table: TableName, key: String = "uniqueID", isUniqued: Bool = true,
    isImmutable: Bool = false, cache: ObjectCaching = .weak, fetchesAtStartup: Bool = false,
    @EntityBuilder<Object> _ parts: () -> [EntityPart<Object>]
  ) {
    self.table = table
    self.key = key
    self.isUniqued = isUniqued && cache != .none
    self.isImmutable = isImmutable
    self.cache = isUniqued ? cache : .none
    self.fetchesAtStartup = fetchesAtStartup
    var attributes: [Attribute<Object>] = []
    var relationships: [Related<Object>] = []
    for part in parts() {
      switch part {
      case .attribute(let attribute): attributes.append(attribute)
      case .related(let related): relationships.append(related)
      }
    }
    self.attributes = attributes
    self.relationships = relationships
  }
}

/// How long a store keeps the objects of an entity.
public enum ObjectCaching: Sendable, Hashable {
  /// Not at all: each fetch makes new objects.
  case none
  /// As long as the program does.
  case weak
  /// As long as the store is open.
  case permanent
}

/// A part of an ``Entity``.
public enum EntityPart<Object: DataObject> {
  /// A property that is a column.
  case attribute(Attribute<Object>)
  /// A property that is a relationship.
  case related(Related<Object>)
}

/// Builds an ``Entity``.
@resultBuilder
@MainActor
public enum EntityBuilder<Object: DataObject> {
  /// An attribute.
  public static func buildExpression(_ attribute: Attribute<Object>) -> [EntityPart<Object>] { [.attribute(attribute)] }
  /// A relationship.
  public static func buildExpression(_ related: Related<Object>) -> [EntityPart<Object>] { [.related(related)] }
  /// Parts that were built elsewhere.
  public static func buildExpression(_ parts: [EntityPart<Object>]) -> [EntityPart<Object>] { parts }
  /// All parts, in order.
  public static func buildBlock(_ parts: [EntityPart<Object>]...) -> [EntityPart<Object>] { parts.flatMap { $0 } }
  /// Parts under a condition.
  public static func buildOptional(_ parts: [EntityPart<Object>]?) -> [EntityPart<Object>] { parts ?? [] }
  /// Parts of one branch.
  public static func buildEither(first parts: [EntityPart<Object>]) -> [EntityPart<Object>] { parts }
  /// Parts of the other branch.
  public static func buildEither(second parts: [EntityPart<Object>]) -> [EntityPart<Object>] { parts }
  /// Parts of a loop.
  public static func buildArray(_ parts: [[EntityPart<Object>]]) -> [EntityPart<Object>] { parts.flatMap { $0 } }
}

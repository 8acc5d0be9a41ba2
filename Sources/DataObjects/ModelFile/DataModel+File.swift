public import Foundation
internal import ORDA

/// Models from files, which other tools can read, too.
extension DataModel {
  /// Reads a model from a property list:
  /// `objects` → a type's name → `table`, `key`, `uniqued`, `immutable`, `cache`, `fetchAtStartup`, `properties` (a column's
  /// name → `string`, `int64`, `double`, `boolean`, `date`, `data`, `uuid`, `plist`, `json` or `archive`), and
  /// `relationships` (a name → `table`, `parentID`, `childID`, `childClass`, `indexKey`).
  ///
  /// - Parameters:
  ///   - plist: The file's contents.
  ///   - types: The types that the file names.
  /// - Throws: ``DataModelError`` for a file that can't be read, and for names and types that the file and the program don't have
  ///   in common.
  public init(plist: Data, types: [any ModelledObject.Type]) throws(DataModelError) {
    try self.init(types) { try PropertyListDecoder().decode(ModelFile.self, from: plist) }
  }

  /// Reads a model from JSON, of the same form as the property list.
  ///
  /// - Throws: ``DataModelError``, as ``init(plist:types:)`` does.
  public init(json: Data, types: [any ModelledObject.Type]) throws(DataModelError) {
    try self.init(types) { try JSONDecoder().decode(ModelFile.self, from: json) }
  }

  /// Binds a file to the types.
  init(_ types: [any ModelledObject.Type], _ read: () throws -> ModelFile) throws(DataModelError) {
    let file: ModelFile
    do { file = try read() } catch {
      throw DataModelError(problems: ["the file is no model: \(error)"])
    }
    var problems: [String] = []
    var entities: [any AnyEntity] = []
    let names = types.map { "\($0)" }
    for name in file.objects.keys.sorted() where !names.contains(name) {
      problems.append("\(name): no type of this name was given\(Self.hint(name, names))")
    }
    for (type, name) in zip(types, names) {
      guard let entry = file.objects[name] else {
        problems.append("\(name): the file has no entry of this name\(Self.hint(name, Array(file.objects.keys)))")
        continue
      }
      entities.append(Self.entity(type, entry, &problems))
    }
    if !problems.isEmpty { throw DataModelError(problems: problems) }
    self.init(entities)
  }

  private static func entity<Object: ModelledObject>(
    _ type: Object.Type, _ entry: ModelFile.Entity, _ problems: inout [String]
  ) -> any AnyEntity {
    let properties = Object.properties
    let attributes = entry.properties ?? [:]
    let relationships = entry.relationships ?? [:]
    var parts: [EntityPart<Object>] = []
    let place = "\(Object.self)"
    for (name, type) in attributes.sorted(by: { $0.key < $1.key }) {
      guard let property = properties[name] else {
        problems.append("\(place).\(name): the type has no property of this name\(hint(name, Array(properties.keys)))")
        continue
      }
      if let attribute = property.attribute(name, type) {
        parts.append(.attribute(attribute))
      } else if ModelFile.typeNames.contains(type) {
        problems.append("\(place).\(name): the property can't be stored as \(type)")
      } else {
        problems.append("\(place).\(name): there is no type \(type)\(hint(type, ModelFile.typeNames))")
      }
    }
    for (name, relationship) in relationships.sorted(by: { $0.key < $1.key }) {
      guard let property = properties[name] else {
        problems.append("\(place).\(name): the type has no property of this name\(hint(name, Array(properties.keys)))")
        continue
      }
      if let related = property.relationship(name, relationship) {
        parts.append(.related(related))
      } else {
        problems.append("\(place).\(name): the property is no relationship to \(relationship.childClass)")
      }
    }
    for name in properties.keys.sorted() where attributes[name] == nil && relationships[name] == nil {
      problems.append(
        "\(place).\(name): the file has no such property\(hint(name, Array(attributes.keys) + relationships.keys))")
    }
    let caches: [String: ObjectCaching] = ["none": .none, "weak": .weak, "permanent": .permanent]
    let cache = entry.cache ?? "weak"
    if caches[cache] == nil {
      problems.append("\(place): objects can't be cached \(cache)\(hint(cache, Array(caches.keys)))")
    }
    return DataObjects.Entity(
      type, table: TableName(name: entry.table), key: entry.key ?? "uniqueID", isUniqued: entry.uniqued ?? true,
      isImmutable: entry.immutable ?? false, cache: caches[cache] ?? .weak,
      fetchesAtStartup: entry.fetchAtStartup ?? false
    ) { parts }
  }

  private static func hint(_ name: String, _ candidates: [String]) -> String {
    DataModelError.hint(name, among: candidates.sorted())
  }
}

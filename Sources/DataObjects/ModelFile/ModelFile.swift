internal import Foundation
internal import ORDA

/// A model as a file has it, whether as a property list or as JSON.
struct ModelFile: Decodable {
  struct Entity: Decodable {
    let table: String
    var key: String?
    var uniqued: Bool?
    var immutable: Bool?
    /// `none`, `weak` or `permanent`.
    var cache: String?
    var fetchAtStartup: Bool?
    /// The columns' types by their names.
    var properties: [String: String]?
    var relationships: [String: Relationship]?
  }

  struct Relationship: Decodable {
    let table: String
    let parentID: String
    let childID: String
    let childClass: String
    let indexKey: String
  }

  /// The entities by the names of their types.
  let objects: [String: Entity]

  /// What columns a type of the file can be.
  static let columnTypes: [String: Set<ColumnType>] = [
    "string": [.text], "int64": [.int], "double": [.double, .float], "boolean": [.boolean], "data": [.bytes],
    "uuid": [.uuid],
  ]

  static let typeNames = columnTypes.keys.sorted() + ["archive", "date", "json", "plist"]
}

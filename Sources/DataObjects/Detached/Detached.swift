public import Foundation
public import ORDA

/// A copy of an object's attributes that belongs to no store: it can be sent to other tasks, changed there, and written as
/// JSON. Changes reach the store only by ``DataStore/attach(_:orInsert:)``.
///
/// ```swift
/// let copy = try store.detached(note)
/// let changed = try await upload(copy)          // off the main actor
/// try store.attach(changed)
/// ```
public struct Detached<Object: DataObject>: Sendable {
  /// The object's key.
  public let uniqueID: Object.UniqueID
  let layout: DetachedLayout<Object>
  /// The values by the columns' names; a missing one was not given.
  private(set) var values: [String: Value]

  init(_ uniqueID: Object.UniqueID, _ layout: DetachedLayout<Object>, _ values: [String: Value]) {
    (self.uniqueID, self.layout, self.values) = (uniqueID, layout, values)
  }

  /// An attribute as it is stored, by its column's name; nil if there is no such attribute, or no value was given for it. Setting
  /// one that the entity does not have does nothing.
  public subscript(column column: String) -> Value? {
    get { values[column] }
    set { if layout.columns[column] != nil { values[column] = newValue } }
  }

  /// An attribute that is a date, by its column's name; nil if it is not a date, or NULL.
  public subscript(date column: String) -> Date? {
    get { values[column].flatMap { layout.date(of: $0, column) } }
    set {
      guard let kind = layout.columns[column] else { return }
      guard let newValue else { return values[column] = .null }
      values[column] = kind == .seconds ? .double(newValue.timeIntervalSinceReferenceDate) : try? newValue.value()
    }
  }
}

/// The form of a column's values in JSON.
enum DetachedKind: Sendable {
  case seconds
  case moment
  case json
  case bytes
  case boolean
  case plain
}

/// Describes an entity's detached copies. It can be sent to other tasks, and reads their JSON there.
public struct DetachedLayout<Object: DataObject>: Sendable {
  let key: String
  let columns: [String: DetachedKind]

  func date(of value: Value, _ column: String) -> Date? {
    switch (columns[column], value) {
    case (_, .null): nil
    case (.seconds, _): (try? Double(value: value)).map { Date(timeIntervalSinceReferenceDate: $0) }
    case (.moment, _): try? Date(value: value)
    default: nil
    }
  }
}

extension DataStore {
  /// A copy of an object's attributes as they are now.
  ///
  /// - Throws: ``DataStoreError/notInModel(type:)``; `DatabaseError` for a value that no database keeps.
  public func detached<Object: DataObject>(_ object: Object) throws -> Detached<Object> {
    let table = try table(of: Object.self)
    var values: [String: Value] = [:]
    for attribute in table.entity.attributes { values[attribute.name] = try attribute.value(object) }
    return Detached(object.uniqueID, table.entity.detachedLayout, values)
  }

  /// What reads and writes the JSON of detached copies, off the main actor.
  ///
  /// - Throws: ``DataStoreError/notInModel(type:)``.
  public func detachedLayout<Object: DataObject>(of type: Object.Type) throws -> DetachedLayout<Object> {
    try table(of: type).entity.detachedLayout
  }

  /// Copies of all objects whose rows meet a condition, made off the main actor: no object is made.
  ///
  /// - Throws: ``DataStoreError`` and `DatabaseError`.
  public func fetchDetached<Object: DataObject>(
    _ type: Object.Type, where condition: SQL? = nil
  ) async throws -> [Detached<Object>] {
    let table = try table(of: type)
    let layout = table.entity.detachedLayout
    var sql = table.selection
    if let condition { sql += " WHERE \(sql: condition)" }
    collectIfAutosaving()
    return try await onQueue { [sql] db in
      try db.query(sql).rows.map { row in
        var values = row.dictionary
        values[layout.key] = nil
        return Detached(try row.get(layout.key), layout, values)
      }
    }
  }

  /// Sets an object's attributes to a copy's values, and inserts the object if no object has the key.
  ///
  /// Attributes without a value in the copy stay as they are.
  ///
  /// - Parameters:
  ///   - copy: The copy.
  ///   - make: Makes the object, if there is none.
  /// - Throws: ``DataStoreError`` and `DatabaseError`; if a value is not of its attribute's type nothing is changed.
  @discardableResult
  public func attach<Object: DataObject>(
    _ copy: Detached<Object>, orInsert make: @MainActor (Object.UniqueID) -> Object
  ) async throws -> Object {
    try await attach(copy, orInsert: make) { _, _ in true }
  }

  /// Merges a copy of the same object from elsewhere, attribute by attribute: `text` is taken where the copy's
  /// `textModificationDate` is later than the object's, both cut to whole seconds, and its date with it. What has no such date
  /// is not taken; ``wins(_:over:)`` is the rule.
  ///
  /// - Parameters:
  ///   - copy: The copy.
  ///   - suffix: What the names of the dates end with.
  ///   - make: Makes the object, if there is none; it then gets everything the copy has.
  /// - Throws: As ``attach(_:orInsert:)``.
  @discardableResult
  public func merge<Object: DataObject>(
    _ copy: Detached<Object>, datesEndingWith suffix: String = "ModificationDate",
    orInsert make: @MainActor (Object.UniqueID) -> Object
  ) async throws -> Object {
    try await attach(copy, orInsert: make) { name, own in
      let date = name.hasSuffix(suffix) ? name : name + suffix
      return Self.wins(copy[date: date], over: own[date: date])
    }
  }

  /// True if a change made elsewhere has to be taken: if it is later by whole seconds, since dates lose their fractions
  /// on the way. A change without a date is never taken.
  public nonisolated static func wins(_ remote: Date?, over local: Date?) -> Bool {
    guard let remote else { return false }
    guard let local else { return true }
    return remote.timeIntervalSinceReferenceDate.rounded(.down) > local.timeIntervalSinceReferenceDate.rounded(.down)
  }

  private func attach<Object: DataObject>(
    _ copy: Detached<Object>, orInsert make: @MainActor (Object.UniqueID) -> Object,
    _ takes: (_ name: String, _ own: Detached<Object>) -> Bool
  ) async throws -> Object {
    let table = try table(of: Object.self)
    let found = try await object(Object.self, copy.uniqueID)
    let object = found ?? make(copy.uniqueID)
    // The object's values before any is set: the dates are attributes too.
    let own = found == nil ? nil : try detached(object)
    var sets: [() throws -> Void] = []
    for attribute in table.entity.attributes {
      guard let value = copy[column: attribute.name], own.map({ takes(attribute.name, $0) }) ?? true else { continue }
      _ = try attribute.checked(value)
      sets.append { try attribute.set(object, value) }
    }
    for set in sets { try set() }
    if table.noticing == .byHand || found == nil { save(object) }
    return object
  }
}

extension Entity {
  fileprivate var detachedLayout: DetachedLayout<Object> {
    DetachedLayout(
      key: key,
      columns: Dictionary(attributes.map { ($0.name, $0.detachedKind) }, uniquingKeysWith: { first, _ in first }))
  }
}

extension Attribute {
  fileprivate var detachedKind: DetachedKind {
    if isSeconds { return .seconds }
    return switch type {
    case .instant: .moment
    case .json: .json
    case .bytes: .bytes
    case .boolean: .boolean
    default: .plain
    }
  }
}

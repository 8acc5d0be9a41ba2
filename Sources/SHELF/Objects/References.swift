/// A list of references to other objects, which can be loaded together.
///
/// ```swift
/// struct Team: ShelfData {
///   let id: ShelfId
///   @References var members: [User]
/// }
///
/// team.$members.ids                   // known at once
/// team.members                        // those that were loaded or set
/// try await team.$members.load()      // reads all in one go
/// ```
@propertyWrapper
public struct References<Object: ShelfData>: Sendable {
  /// The ids of the referenced objects, in order.
  public var ids: [ShelfId]
  var content: Content

  final class Content: Sendable {
    let objects: [ShelfId: Object]
    let shelf: ReferenceLoader?

    init(_ objects: [ShelfId: Object], _ shelf: ReferenceLoader?) {
      self.objects = objects
      self.shelf = shelf
    }
  }

  /// References to some objects.
  public init(wrappedValue: [Object]) {
    ids = wrappedValue.map(\.id)
    content = Content(Self.byID(wrappedValue), nil)
  }

  /// References to the objects with some ids, which were not loaded.
  public init(ids: [ShelfId]) {
    self.ids = ids
    content = Content([:], nil)
  }

  /// The objects that were loaded or set, in the order of the ids; missing ones are left out.
  public var wrappedValue: [Object] {
    get { ids.compactMap { content.objects[$0] } }
    set {
      ids = newValue.map(\.id)
      content = Content(Self.byID(newValue), content.shelf)
    }
  }

  /// The references themselves.
  public var projectedValue: References {
    get { self }
    set { self = newValue }
  }

  static func byID(_ objects: [Object]) -> [ShelfId: Object] {
    Dictionary(objects.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }
}

extension References: Codable {
  /// Reads the ids.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    ids = container.decodeNil() ? [] : try container.decode([ShelfObjectReference<Object>].self).map(\.id)
    content = Content([:], ObjectContext.loader(in: decoder))
  }

  /// Writes the ids.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(ids.map { ShelfObjectReference<Object>($0) })
  }
}

extension References: Hashable {
  /// True if both refer to the same ids, in the same order.
  public static func == (left: References, right: References) -> Bool { left.ids == right.ids }

  /// Hashes the ids.
  public func hash(into hasher: inout Hasher) { hasher.combine(ids) }
}

extension KeyedDecodingContainer {
  /// A missing list is empty. The compiler chooses this for wrapped properties.
  public func decode<Object>(_ type: References<Object>.Type, forKey key: Key) throws -> References<Object> {
    try decodeIfPresent(type, forKey: key) ?? References(ids: [])
  }
}

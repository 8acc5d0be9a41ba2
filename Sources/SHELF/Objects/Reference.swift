/// A reference to another object, which can be loaded.
///
/// ```swift
/// struct Message: ShelfData {
///   let id: ShelfId
///   @Reference var author: User?
/// }
///
/// var message = try await shelf.object(withId: id, as: Message.self)
/// message?.$author.id                     // known at once
/// message?.author                         // nil, for nothing was loaded; it never reads
/// try await message?.$author.load()       // reads
/// message?.author                         // the user, or nil where there is none
/// ```
///
/// Setting it refers to another object, but does not save that object. The JSON contains only the id. Types may refer
/// to themselves and to each other.
@propertyWrapper
public struct Reference<Object: ShelfData>: Sendable {
  /// The id of the referenced object; nil for none.
  public var id: ShelfId? {
    didSet { if id != oldValue { content = Content(nil, content.shelf) } }
  }
  var content: Content

  /// What was loaded. It is a separate object, and never changed, since a type can't contain itself.
  final class Content: Sendable {
    let object: Object?
    let shelf: ReferenceLoader?

    init(_ object: Object?, _ shelf: ReferenceLoader?) {
      self.object = object
      self.shelf = shelf
    }
  }

  // Without a default: a type's memberwise initialiser then takes the object, not a wrapper.
  /// A reference to an object, or to none.
  public init(wrappedValue: Object?) {
    id = wrappedValue?.id
    content = Content(wrappedValue, nil)
  }

  /// A reference to the object with an id, which was not loaded.
  public init(id: ShelfId?) {
    self.id = id
    content = Content(nil, nil)
  }

  /// The object, if it was loaded or set.
  public var wrappedValue: Object? {
    get { content.object }
    set {
      id = newValue?.id
      content = Content(newValue, content.shelf)
    }
  }

  /// The reference itself.
  public var projectedValue: Reference {
    get { self }
    set { self = newValue }
  }
}

extension Reference: Codable {
  /// Reads the id.
  public init(from decoder: any Decoder) throws {
    id = try decoder.singleValueContainer().decodeNil() ? nil : ReferenceCoding(from: decoder).id
    content = Content(nil, ObjectContext.loader(in: decoder))
  }

  /// Writes the id.
  public func encode(to encoder: any Encoder) throws {
    if let id { return try ReferenceCoding(id: id).encode(to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

extension Reference: Hashable {
  /// True if both refer to one id.
  public static func == (left: Reference, right: Reference) -> Bool { left.id == right.id }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension KeyedDecodingContainer {
  /// A missing reference refers to nothing. The compiler chooses this for wrapped properties.
  public func decode<Object>(_ type: Reference<Object>.Type, forKey key: Key) throws -> Reference<Object> {
    try decodeIfPresent(type, forKey: key) ?? Reference(id: nil)
  }
}

extension KeyedEncodingContainer {
  /// A reference to nothing is not written.
  public mutating func encode<Object>(_ reference: Reference<Object>, forKey key: Key) throws {
    if reference.id != nil { try encodeIfPresent(reference, forKey: key) }
  }
}

/// Represents another object in an object's JSON: its id, in a member with a SHELF name.
///
/// ```swift
/// struct Message: ShelfData {
///   let id: ShelfId
///   var author: ShelfObjectReference<User>
/// }
/// let author = try await message.author.resolve(using: shelf)
/// ```
///
/// ``Reference`` is a more comfortable alternative. Two references are equal if they have one id.
public struct ShelfObjectReference<Object: ShelfData>: Sendable, Hashable {
  /// The id of the referenced object.
  public let id: ShelfId

  /// A reference to the object with an id, which need not exist.
  public init(_ id: ShelfId) { self.id = id }

  /// A reference to an object.
  public init(_ object: Object) { id = object.id }
}

extension ShelfObjectReference: Codable {
  /// Reads an object with SHELF's own member.
  public init(from decoder: any Decoder) throws { id = try ReferenceCoding(from: decoder).id }

  /// Writes an object with SHELF's own member.
  public func encode(to encoder: any Encoder) throws { try ReferenceCoding(id: id).encode(to: encoder) }
}

extension ShelfData {
  /// A reference to this object.
  public var shelfObjectReference: ShelfObjectReference<Self> { ShelfObjectReference(id) }
}

extension ShelfId {
  /// A reference to the object with this id.
  public func shelfObjectReference<Object: ShelfData>(
    to type: Object.Type = Object.self
  ) -> ShelfObjectReference<Object> { ShelfObjectReference(self) }
}

public import Foundation

/// An object as a store keeps it.
public struct StoredObject: Sendable, Hashable {
  /// Its id.
  public var id: ShelfId
  /// The name of its type; nil if the store has lost it.
  public var type: String?
  /// Which revision of the object this is.
  public var revision: ShelfRevision
  /// JSON, in UTF-8.
  public var contents: Data
  /// When it expires; nil for never.
  public var expires: Date?

  /// An object.
  public init(id: ShelfId, type: String?, revision: ShelfRevision, contents: Data, expires: Date? = nil) {
    self.id = id
    self.type = type
    self.revision = revision
    self.contents = contents
    self.expires = expires
  }
}

/// Distinguishes an object's contents from earlier and later ones.
///
/// A store gives each write a new one; equal ones mean the same contents. A counter will do, and so will a hash of the
/// contents.
public struct ShelfRevision: Sendable, Hashable {
  /// The number by which the store identifies it.
  public var number: UInt64

  /// A revision.
  public init(_ number: UInt64) { self.number = number }
}

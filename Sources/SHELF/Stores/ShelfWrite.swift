public import Foundation

/// One object's part of a ``ShelfStore/write(_:)``.
public struct ShelfWrite: Sendable {
  /// What must be there for the write to be done.
  public enum Expectation: Sendable, Hashable {
    /// Whatever is there, or nothing.
    case anything
    /// Nothing.
    case nothing
    /// An object, whichever revision it has.
    case something
    /// This revision, and no other.
    case revision(ShelfRevision)
  }

  /// What is done.
  public enum Action: Sendable {
    /// These contents are kept from now on.
    case put(Contents)
    /// The object is deleted; if there is none this does nothing.
    case delete
    /// Nothing: it only checks that the object is as expected.
    case check
  }

  /// What is kept of an object.
  public struct Contents: Sendable {
    /// The name of its type; nil to leave it as it is, if the writer does not know.
    public var type: String?
    /// JSON, in UTF-8.
    public var json: Data
    /// When the object expires; nil for never.
    public var expires: Date?
    /// The ids that the JSON refers to; each once.
    public var references: [ShelfId]
    /// The keys of the fields that the type has indexes for; nil if the writer does not know the type.
    public var keys: [ShelfFieldKey]?
    /// The bytes that the object has from now on, each id once; others are removed. If it is to keep some that it does
    /// not have, the store throws ``ShelfError/missingBinary(_:)``, and nothing is done. Empty for stores that are not
    /// a ``BinaryShelfStore``.
    public var binaries: [ShelfBinary]

    /// Contents.
    public init(
      type: String?, json: Data, expires: Date? = nil, references: [ShelfId] = [], keys: [ShelfFieldKey]? = nil,
      binaries: [ShelfBinary] = []
    ) {
      self.type = type
      self.json = json
      self.expires = expires
      self.references = references
      self.keys = keys
      self.binaries = binaries
    }
  }

  /// The object's id.
  public var id: ShelfId
  /// What must be there.
  public var expectation: Expectation
  /// What is done.
  public var action: Action

  /// A write.
  public init(_ id: ShelfId, expecting expectation: Expectation = .anything, _ action: Action) {
    self.id = id
    self.expectation = expectation
    self.action = action
  }
}

/// The outcome of a ``ShelfStore/write(_:)``.
public enum ShelfWriteOutcome: Sendable, Hashable {
  /// Everything was done; with each write's new revision, in order, and nil for deleted objects and for checked ones
  /// that don't exist.
  case written([ShelfRevision?])
  /// Nothing was done: these objects are not as expected.
  case conflict(Set<ShelfId>)
  /// Nothing was done: the id has an object of another type.
  case otherType(ShelfId, stored: String)
}

extension ShelfWriteOutcome {
  /// The objects that prevented the writes, because there should have been none, or one of another type.
  func ids(refusedOf writes: [ShelfWrite]) -> Set<ShelfId> {
    switch self {
    case .written: []
    case .conflict(let ids): ids.intersection(writes.filter { $0.expectation == .nothing }.map(\.id))
    case .otherType(let id, _): [id]
    }
  }
}

extension ShelfWrite.Expectation {
  /// True if it is met.
  ///
  /// - Parameter revision: The revision that is there; nil for nothing.
  public func isMet(by revision: ShelfRevision?) -> Bool {
    switch self {
    case .anything: true
    case .nothing: revision == nil
    case .something: revision != nil
    case .revision(let expected): revision == expected
    }
  }
}

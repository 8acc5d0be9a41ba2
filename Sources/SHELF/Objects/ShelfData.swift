/// What a shelf can keep: anything Codable that has an id.
///
/// ```swift
/// struct User: ShelfData {
///   let id: ShelfId
///   var name: String
/// }
/// ```
///
/// Everything else has defaults: how objects are found (``shelfIndexes``), what happens to them when something they
/// refer to is deleted (``shelfReferences``), and how older forms are read (``shelfVersion``).
public protocol ShelfData: Codable, Sendable, Identifiable where ID == ShelfId {
  /// The object's id, which it keeps for ever. It is part of the JSON.
  var id: ShelfId { get }

  /// The name of the type in the store. By default it is the type's name, including the names of enclosing types: set
  /// it before renaming the type.
  static var shelfName: String { get }

  /// The fields that objects are found and sorted by without reading all of them.
  static var shelfIndexes: [ShelfIndex<Self>] { get }

  /// What becomes of an object when one that it refers to is deleted. References that aren't named here become nil.
  static var shelfReferences: [ShelfReferenceRule<Self>] { get }

  /// How many past contents of an object are kept when it is saved again or deleted: 0 by default. Otherwise each save
  /// reads them.
  static var shelfHistory: Int { get }

  /// The maximum number of bytes that the type's objects may take up in a store; nil, the default, for no limit. It is
  /// for caches: if a save exceeds it, objects are removed until a tenth is free, first those that have not been saved
  /// or read for longest.
  ///
  /// The JSON counts, and what is stored beside it (``Binary``). The store learns what a program reads when room is
  /// made and when the shelf is closed; if the program dies first, that is lost. Each of several programs counts what
  /// it saves itself, and everything when it makes room, so each of the others may have added as much again meanwhile.
  /// A store that is not an ``IndexedShelfStore`` can't store such objects: it throws ``ShelfError/unsupported(_:)``.
  static var shelfMaxBytes: Int? { get }

  /// The version of this type's form: 1 at first, and one more with each change after which older JSON can't be
  /// decoded.
  static var shelfVersion: Int { get }

  /// Converts JSON of an older version to this one. It is called when an object is read, and nothing is written then.
  ///
  /// - Parameters:
  ///   - version: The version that wrote it.
  ///   - json: What it wrote.
  static func upgrade(from version: Int, json: inout ShelfJSON) throws
}

extension ShelfData {
  /// The type's name, without its module's.
  public static var shelfName: String {
    let name = String(reflecting: Self.self)
    return name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
  }
  /// None.
  public static var shelfIndexes: [ShelfIndex<Self>] { [] }
  /// None.
  public static var shelfReferences: [ShelfReferenceRule<Self>] { [] }
  /// None.
  public static var shelfHistory: Int { 0 }
  /// As many as there are.
  public static var shelfMaxBytes: Int? { nil }
  /// The first.
  public static var shelfVersion: Int { 1 }
  /// Leaves it as it is: what was added is optional, and what was removed is not missed.
  public static func upgrade(from version: Int, json: inout ShelfJSON) throws {}
}

/// Objects that never change: saving one again with other contents is ``ShelfError/immutable(_:type:)``, and so is updating it.
/// They can be deleted.
public protocol ShelfImmutableData: ShelfData {}

/// An object for a view to show before one exists. See ``ShelfQuery``.
public protocol ShelfPlaceholder: ShelfData {
  /// An object without any input yet.
  init(id: ShelfId)
}

public import Observation

/// A model object: a row of a table as a program's own class, on the main actor.
///
/// ```swift
/// @MainActor final class Note: DataObject {
///   let record = DataRecord()
///   let uniqueID: Int64
///   @Stored var text = ""
///   @Stored var tags: [Tag] = []
///
///   init(id: Int64) { uniqueID = id }
///   init(row: DataRow) throws { uniqueID = try row.uniqueID() }
/// }
/// ```
///
/// There is no base class and no macro. Which columns its properties are is said by a ``DataModel``. What is written
/// `@Stored` is saved without being asked, and is `Observable`; the properties of an `@Observable` class are watched instead,
/// and other objects are saved by `DataStore.save(_:)`.
///
/// Making an object touches no database, and one that is never given to a ``DataStore`` is a plain object.
@MainActor
public protocol DataObject: AnyObject, Observable, Sendable {
  /// What the primary key is: `Int64`, `String` or `UUID`.
  associatedtype UniqueID: DataObjectID

  /// What identifies this object among all of its kind, and the primary key of its row. It never changes.
  var uniqueID: UniqueID { get }

  /// What binds the object to its store: `let record = DataRecord()`.
  var record: DataRecord { get }

  /// Makes an object of a row that was fetched. It has to set the ``uniqueID`` alone: the store then sets each property that
  /// the model names and that was not read here. What is read here is set faster.
  ///
  /// - Throws: What the row's values throw; the fetch then omits the row, and the store's ``DataStore/errors`` report
  ///   it.
  init(row: DataRow) throws

  /// Called once, when the object was made of a row and all of its properties are set; not for objects that the program
  /// makes. What it sets is not saved. The default does nothing.
  func awakeFromFetch()
}

extension DataObject {
  /// Does nothing.
  public func awakeFromFetch() {}

  /// True once the object was deleted, by this program or another. It can be used on, and is saved no more.
  public var isDeleted: Bool { record.isDeleted }

  /// True while the object has changes that its row has not: they wait for the end of the turn, or could not be written.
  /// Those on their way count as saved.
  public var isUnsaved: Bool { record.isUnsaved }

  /// The object to use instead, where there was one of the same ``uniqueID`` when this one was inserted or saved. What is set
  /// in `@Stored` properties here afterwards is set there.
  public var replacedBy: Self? { record.replacement as? Self }
}

internal import ORDA

/// The objects of one entity in a store, of whichever type they are.
@MainActor
protocol ObjectTable: AnyObject {
  var name: String { get }
  var table: TableName { get }
  var key: String { get }
  var keyType: any DataObjectID.Type { get }
  var lookups: [LookupTable] { get }
  /// The columns of its attributes.
  var attributeNames: [String] { get }
  var link: BoundEntity { get }

  /// The names of columns and relationships.
  func names(of columns: ColumnSet) -> [String]
  /// An object's key, as it is stored.
  func id(of object: AnyObject) -> Value?
  /// Lists the objects whose properties were watched and have changed.
  func listNoticed()
  /// Adds what is unsaved of an object to a write.
  func collect(_ object: AnyObject, into plan: WritePlan)
  /// Lists the objects that could not be written.
  func listFailed()
  /// Forgets what the lookup tables hold for an object, whose write has failed.
  func forgetLinks(of object: AnyObject)
  /// The live objects of these keys.
  func liveObjects(_ ids: [Value]) -> [any DataObject]
  /// Takes an object in again that was deleted.
  func revive(_ object: any DataObject)
  /// Marks the live objects of these keys as deleted.
  func markDeleted(_ ids: [Value], by write: Int)
  /// Marks one as deleted.
  func drop(_ record: DataRecord)
  /// Sets properties of live objects, by the names of their columns; what has no such column is left alone.
  ///
  /// - Parameter write: The write that does the same in the database.
  func patch(_ values: [(column: String, value: Value)], ids: [Value], keepingUnsaved: Bool, by write: Int)
  /// The keys of the objects that are alive.
  func liveIDs() -> [Value]
  /// The keys of the live objects that a commit may have changed.
  func liveIDs(changedBy batch: ChangeBatch) -> [Value]
  /// Reads the rows of live objects again, and sets what is not unsaved.
  func reread(_ ids: [Value]) async throws
  /// Fetches all objects.
  func fetchAll() async throws
  /// Forgets the deletions that no fetch can come too late for.
  func forgetDeletions()
  /// Lets go of what is held for the store alone.
  func close()
}

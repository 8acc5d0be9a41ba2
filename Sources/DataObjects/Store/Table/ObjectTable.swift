internal import ORDA

/// The objects of one entity in a store, whatever their type.
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
  /// Takes a deleted object in again.
  func revive(_ object: any DataObject)
  /// Marks the live objects of these keys as deleted.
  func markDeleted(_ ids: [Value], by write: Int)
  /// Marks one as deleted.
  func drop(_ record: DataRecord)
  /// Sets properties of live objects by their columns' names; other columns are ignored.
  ///
  /// - Parameter write: The write that does the same in the database.
  func patch(_ values: [(column: String, value: Value)], ids: [Value], keepingUnsaved: Bool, by write: Int)
  /// The keys of the objects that are alive.
  func liveIDs() -> [Value]
  /// The keys of the live objects that a commit may have changed.
  func liveIDs(changedBy batch: ChangeBatch) -> [Value]
  /// Reads the rows of live objects again, and sets what the program hasn't changed.
  func reread(_ ids: [Value]) async throws
  /// Fetches all objects.
  func fetchAll() async throws
  /// Forgets the deletions that no fetch can come too late for.
  func forgetDeletions()
  /// Releases what only the store holds.
  func close()
}

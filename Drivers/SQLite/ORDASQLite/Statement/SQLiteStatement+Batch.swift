internal import CSQLite
internal import ORDA

/// How the elements of a batch are run: by one call for each, and without what only a single execution is asked for. Whether
/// it made a key is that; finding it out takes four calls of SQLite.
extension SQLiteStatement: ArrayBindingStatement {
  func beginBatch() -> Bool {
    // Others may end the transaction, and have to be looked at one by one.
    guard keyword.changesRows else { return false }
    batch = Batch()
    asksForKey = false
    return true
  }

  func addElement() throws(DatabaseError) {
    do throws(DatabaseError) {
      while try step() {}
    } catch {
      var error = error
      error.batchIndex = batch.count
      asksForKey = isInsert
      throw error
    }
    batch.count &+= 1
    batch.changed &+= Int(sqlite3_changes64(database))
    reset()
  }

  func endBatch() -> Int {
    asksForKey = isInsert
    return batch.changed
  }

  /// What has become of a batch's elements.
  struct Batch {
    var count = 0
    var changed = 0
  }
}

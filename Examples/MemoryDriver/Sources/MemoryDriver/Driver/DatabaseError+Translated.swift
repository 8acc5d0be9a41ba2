import ORDA

/// Does work of the database's, whose errors become ORDA's. This database throws them as they are already; another has
/// codes of its own, and its driver a table from these to kinds.
func translated<T>(_ work: () throws -> T) throws(DatabaseError) -> T {
  do {
    return try work()
  } catch let error as DatabaseError {
    throw error
  } catch {
    throw DatabaseError(.other, "\(error)")
  }
}

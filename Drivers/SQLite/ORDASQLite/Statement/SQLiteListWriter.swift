internal import CSQLite
internal import ORDA

/// Writes a list's values where SQLite reads them: each as if it were bound by itself.
final class SQLiteListWriter: BindTarget {
  /// What was wrong with a value.
  private(set) var failure: DatabaseError?
  private let columnCount: Int
  private var list: UnsafeMutablePointer<orda_list>?
  private var count = 0

  /// - Parameter list: Has the number of rows and columns to make room for.
  init(for list: ValueList) {
    columnCount = list.shape.columnCount
    self.list = orda_list_make(Int32(truncatingIfNeeded: columnCount), list.count)
  }

  deinit { orda_list_free(list) }

  /// The finished list, which the caller has to free.
  func finish() throws(DatabaseError) -> UnsafeMutablePointer<orda_list> {
    if let failure { throw failure }
    guard let written = list else { throw Self.noMemory }
    list = nil
    orda_list_finish(written)
    return written
  }

  private static var noMemory: DatabaseError { DatabaseError(.outOfMemory, "there is no memory for a list") }

  private func note(_ added: (UnsafeMutablePointer<orda_list>) -> Int32) {
    count += 1
    if let list, added(list) == 0, failure == nil { failure = Self.noMemory }
  }

  func refuse(_ index: Int, _ kind: DatabaseError.Kind, _ reason: String) {
    let row = count / columnCount + 1
    count += 1
    if failure == nil { failure = DatabaseError(kind, "row \(row) of a list: \(reason)") }
  }

  func bindNull(at index: Int) { note { orda_list_add_null($0) } }
  func bind(_ value: Int64, at index: Int) { note { orda_list_add_integer($0, value) } }

  func bind(_ value: Double, at index: Int) {
    if value.isNaN { refuseNaN(at: index) } else { note { orda_list_add_real($0, value) } }
  }

  func bind(_ value: String, at index: Int) {
    var value = value
    value.withUTF8 { bind(utf8: UnsafeRawBufferPointer($0), at: index) }
  }

  func bind(utf8 bytes: UnsafeRawBufferPointer, at index: Int) {
    note { orda_list_add_bytes($0, SQLITE_TEXT, bytes.baseAddress, bytes.count) }
  }

  func bind(bytes: UnsafeRawBufferPointer, at index: Int) {
    note { orda_list_add_bytes($0, SQLITE_BLOB, bytes.baseAddress, bytes.count) }
  }

  func bind(_ value: Value, at index: Int) { bindAsStored(value, at: index) }
}

extension SQLiteListWriter: SQLiteBindTarget {}

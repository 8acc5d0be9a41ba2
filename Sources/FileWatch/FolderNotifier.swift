/// What the system tells of folders, by one descriptor that a thread waits for.
package protocol FolderNotifier: AnyObject, Sendable {
  /// Readable where there is something to take.
  var descriptor: Int32 { get }
  /// True where it tells that a folder has changed, and not which of its entries.
  var needsListings: Bool { get }
  /// Begins to watch a folder. The same folder, by whatever path, may give the same number again.
  func add(_ folder: String) -> FolderAddition
  /// Ends that.
  func remove(_ number: Int32)
  /// What was told since; waits for nothing.
  func take() -> [FolderNotice]
  /// Gives back what it has; it is not used any more.
  func close()
}

/// What becomes of a folder that is to be watched.
package enum FolderAddition: Equatable {
  /// It is watched, by this number.
  case watched(Int32)
  /// There is none.
  case missing
  /// The system does not watch it.
  case refused(String)
}

/// What the system has told, by the folder's number.
package enum FolderNotice: Equatable {
  /// An entry was made, changed or removed; nil where its name is no text.
  case entry(Int32, name: String?)
  /// Some of the entries have changed.
  case entries(Int32)
  /// The folder was moved or removed.
  case place(Int32)
  /// Something was lost.
  case lost
}

/// The system's reports about folders, through one descriptor that a thread waits for.
package protocol FolderNotifier: AnyObject, Sendable {
  /// Readable if there is something to take.
  var descriptor: Int32 { get }
  /// True if it reports that a folder has changed, but not which of its entries.
  var needsListings: Bool { get }
  /// Begins to watch a folder. The same folder, by whatever path, may give the same number again.
  func add(_ folder: String) -> FolderAddition
  /// Ends that.
  func remove(_ number: Int32)
  /// What was reported since the last call; does not wait.
  func take() -> [FolderNotice]
  /// Releases everything; don't use it afterwards.
  func close()
}

/// The outcome of trying to watch a folder.
package enum FolderAddition: Equatable {
  /// It is watched, under this number.
  case watched(Int32)
  /// There is no such folder.
  case missing
  /// The system does not watch it.
  case refused(String)
}

/// A report of the system, with the folder's number.
package enum FolderNotice: Equatable {
  /// An entry was made, changed or removed; nil if its name is not text.
  case entry(Int32, name: String?)
  /// Some of the entries have changed.
  case entries(Int32)
  /// The folder was moved or removed.
  case place(Int32)
  /// Some reports were lost.
  case lost
}

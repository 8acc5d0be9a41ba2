internal import Foundation
internal import ORDAPlatform

/// A file that appears once it is complete, not before.
struct BackupFile {
  private let path: String
  /// Where it is written, in the same folder.
  let temporary: String

  /// - Throws: `alreadyExists` if the file exists and is not empty.
  init(_ path: String) throws {
    self.path = path
    temporary = "\(path).\(UUID().uuidString).tmp"
    if Self.size(path) ?? 0 > 0 { throw ODBError.alreadyExists(path: path) }
  }

  /// Gives the complete file its name.
  func complete() throws {
    // Whatever a driver keeps in files next to its own would be lost.
    if Self.size(temporary + "-wal") ?? 0 > 0 { throw Self.failure("has a log that was not closed", temporary, EBUSY) }
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: temporary))
    try handle.synchronize()
    try handle.close()
    if Self.size(path) == 0 {
      guard rename(temporary, path) == 0 else { throw Self.failure("can't be made", path, errno) }
      return
    }
    // Unlike a rename, a second link never replaces a file that somebody else has made meanwhile.
    guard link(temporary, path) == 0 else {
      if errno == EEXIST { throw ODBError.alreadyExists(path: path) }
      throw Self.failure("can't be made", path, errno)
    }
    unlink(temporary)
  }

  /// Removes what was made.
  func discard() {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(temporary + ending) }
  }

  private static func size(_ path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue
  }

  private static func failure(_ text: String, _ path: String, _ code: Int32) -> CocoaError {
    CocoaError(
      .fileWriteUnknown,
      userInfo: [NSFilePathErrorKey: path, NSLocalizedDescriptionKey: "\(path) \(text): error \(code)"])
  }
}

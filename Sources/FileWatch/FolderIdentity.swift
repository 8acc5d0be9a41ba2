internal import ORDAPlatform

/// Identifies the folder found by a path.
struct FolderIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Nil if there is no folder.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

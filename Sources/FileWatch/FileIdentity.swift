internal import ORDAPlatform

/// Which file or folder a path leads to, whatever the path: its device and its number there, found without opening it.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Nil if there is no such file.
  public init?(path: String) { self.init(path, isFolder: false) }

  /// Nil if there is no folder.
  init?(folder path: String) { self.init(path, isFolder: true) }

  private init?(_ path: String, isFolder: Bool) {
    var status = stat()
    guard stat(path, &status) == 0, !isFolder || status.st_mode & S_IFMT == S_IFDIR else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

internal import ORDAPlatform

/// Questions about a path that need not open it.
protocol SQLiteFileQuestions: Sendable {
  /// What is at the path; symbolic links are followed.
  func kind(of path: String) -> SQLitePathKind
  /// True for a symbolic link, wherever it leads.
  func isLink(_ path: String) -> Bool
  /// True if this process may read it.
  func isReadable(_ path: String) -> Bool
  /// True if this process may write to it, or make files in it.
  func isWritable(_ path: String) -> Bool
  /// True if this process may reach what is in the folder.
  func isSearchable(_ path: String) -> Bool
}

/// What is at a path.
enum SQLitePathKind: Sendable {
  case file, folder
  /// A device, a pipe or a socket.
  case special
  /// Nothing: the path itself, or a folder above it, is missing.
  case missing
  /// Unknown: a folder above can't be searched or is no folder, or the path is too long or circular.
  case unreachable
}

/// The real file system, asked by `stat`, `lstat` and `access`.
struct SQLiteFileSystem: SQLiteFileQuestions {
  func kind(of path: String) -> SQLitePathKind {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno == ENOENT ? .missing : .unreachable }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .special
    }
  }

  func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
  func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }
  func isSearchable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// The folder where relative paths begin; nil if it is gone, or can't be looked up.
  static var workingFolder: String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(cString: folder)
  }
}

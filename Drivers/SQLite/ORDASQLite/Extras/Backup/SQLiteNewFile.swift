internal import ORDA
internal import ORDAPlatform

/// A database file that is written under a temporary name and renamed when it is complete.
struct SQLiteNewFile {
  let path: String
  /// In the same folder, so that the file can be renamed.
  let temporaryPath: String

  private static let companions = ["-journal", "-wal", "-shm"]

  /// - Parameter path: Absolute.
  /// - Throws: `cannotOpen` if there is a journal for a file of that name: SQLite would use it for the new file.
  init(for path: String) throws(DatabaseError) {
    self.path = path
    let files = SQLiteFileSystem()
    if files.kind(of: path) == .missing {
      for companion in Self.companions where files.kind(of: path + companion) != .missing {
        throw DatabaseError(
          .cannotOpen,
          "\(path)\(companion) is left from another database of that name, and would spoil the new one; move it away")
      }
    }
    var candidate: String
    repeat {
      let digits = String(UInt32.random(in: .min ... .max), radix: 16)
      candidate = path + ".orda-" + String(repeating: "0", count: 8 - digits.count) + digits
    } while files.kind(of: candidate) != .missing && files.kind(of: candidate) != .unreachable
    temporaryPath = candidate
  }

  /// Makes the file, empty, with the permissions of the database that it becomes a copy of, and never with wider ones:
  /// SQLite would make it with the process's own, and others could read there what they may not read.
  ///
  /// - Parameter original: The database's path; nil for one in memory, whose copy SQLite makes.
  /// - Throws: The file system's error.
  func create(like original: String?) throws(DatabaseError) {
    var status = stat()
    guard let original, stat(original, &status) == 0 else { return }
    // Closing it drops no lock: nobody has it open.
    let file = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o600))
    guard file >= 0 else {
      let number = errno
      throw DatabaseError(
        SystemError.isFull(number) ? .full : .io,
        "\(temporaryPath) can't be made: \(SystemError.text(number) ?? "unknown error")")
    }
    defer { close(file) }
    var mode = status.st_mode & 0o777
    // Only the superuser may give files away; SQLite does so too with what it makes beside a database.
    let owner = geteuid() == 0 ? status.st_uid : uid_t.max
    if fchown(file, owner, status.st_gid) != 0 { mode &= ~0o070 }
    guard fchmod(file, mode) == 0 else {
      let number = errno
      unlink(temporaryPath)
      throw DatabaseError(
        .io, "\(temporaryPath) can't be closed to others: \(SystemError.text(number) ?? "unknown error")")
    }
  }

  /// Removes it, if it exists; its connection must be closed.
  func discard() {
    unlink(temporaryPath)
    for companion in Self.companions { unlink(temporaryPath + companion) }
  }

  /// Renames it; its connection must be closed.
  ///
  /// - Throws: `alreadyExists` if something has appeared at the path, and the file system's error.
  func publish() throws(DatabaseError) {
    guard SQLiteFileSystem().kind(of: path) == .missing else {
      throw DatabaseError(.alreadyExists, "\(path) was made by somebody else meanwhile")
    }
    guard rename(temporaryPath, path) == 0 else {
      let number = errno
      throw DatabaseError(
        SystemError.isFull(number) ? .full : .io,
        "\(path) can't be given its name: \(SystemError.text(number) ?? "unknown error")")
    }
    syncFolder()
  }

  /// Makes the folder's new entry survive a power cut, if the system can.
  private func syncFolder() {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
    let folder = open(slash == path.startIndex ? "/" : String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}

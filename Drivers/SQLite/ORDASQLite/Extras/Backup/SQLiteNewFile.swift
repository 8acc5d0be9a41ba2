internal import ORDA

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A database file that is written under a temporary name and gets its own when it is whole.
struct SQLiteNewFile {
  let path: String
  /// In the same folder, so that the file can be renamed.
  let temporaryPath: String

  private static let companions = ["-journal", "-wal", "-shm"]

  /// - Parameter path: Absolute.
  /// - Throws: `cannotOpen` where a journal stands that belongs to a file of that name: SQLite would take it for the
  ///   new file's.
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

  /// Removes what there is of it; its connection must be closed.
  func discard() {
    unlink(temporaryPath)
    for companion in Self.companions { unlink(temporaryPath + companion) }
  }

  /// Gives it its name; its connection must be closed.
  ///
  /// - Throws: `alreadyExists` where something has come to stand there, and what the file system says.
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

  /// Has the folder's new entry outlive a power cut, where the system can.
  private func syncFolder() {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
    let folder = open(slash == path.startIndex ? "/" : String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}

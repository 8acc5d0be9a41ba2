internal import FileWatch
internal import ORDA
internal import ORDAPlatform
internal import ORDAThreads

/// Named locks between programs: each is a byte of a file beside the database, `NAME-lock`, which stays empty.
///
/// The system frees them when a program dies. To the system they belong to the process, whichever thread asks, and
/// closing any descriptor of the file frees them all. So a process opens each such file once, and keeps its own record
/// of the bytes that it holds.
enum SQLiteLockFile {
  private struct Opened {
    let descriptor: Int32
    var held: Set<off_t> = []
  }

  private static let opened = Lock<[FileIdentity: Opened]>([:])

  /// Takes a lock if it is free.
  ///
  /// - Returns: The file of the lock; nil if somebody else holds it.
  static func take(_ name: String, beside database: String) throws(DatabaseError) -> FileIdentity? {
    let path = path(beside: database)
    let place = place(of: name)
    return try opened.withLock { (opened) throws(DatabaseError) -> FileIdentity? in
      let file = try open(path, in: &opened)
      guard var entry = opened[file] else { return nil }
      defer { close(file, in: &opened) }
      guard !entry.held.contains(place), try set(Int16(F_WRLCK), at: place, of: entry.descriptor, path) else {
        return nil
      }
      entry.held.insert(place)
      opened[file] = entry
      // Somebody may have deleted the file; others would make another one.
      if FileIdentity(path: path) == file { return file }
      release(place, of: file, in: &opened)
      return nil
    }
  }

  /// True if a lock taken in a file is still held.
  static func holds(_ name: String, in file: FileIdentity, beside database: String) -> Bool {
    let isThere = FileIdentity(path: path(beside: database)) == file
    return isThere && opened.withLock { $0[file]?.held.contains(place(of: name)) ?? false }
  }

  /// Releases a lock.
  static func release(_ name: String, of file: FileIdentity) {
    opened.withLock { opened in
      release(place(of: name), of: file, in: &opened)
      close(file, in: &opened)
    }
  }

  private static func release(_ place: off_t, of file: FileIdentity, in opened: inout [FileIdentity: Opened]) {
    guard let entry = opened[file], entry.held.contains(place) else { return }
    _ = try? set(Int16(F_UNLCK), at: place, of: entry.descriptor, "")
    opened[file]?.held.remove(place)
  }

  /// The file that a path leads to now; opens it if necessary.
  private static func open(_ path: String, in opened: inout [FileIdentity: Opened]) throws(DatabaseError)
    -> FileIdentity
  {
    if let known = FileIdentity(path: path), opened[known] != nil { return known }
    let descriptor = ORDAPlatform.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(path) }
    guard let file = FileIdentity(path: path) else {
      _ = ORDAPlatform.close(descriptor)
      throw failure(path)
    }
    // If it were open already, closing it again would free the locks held there.
    if opened[file] == nil { opened[file] = Opened(descriptor: descriptor) }
    return file
  }

  /// Closes a file in which no lock is held.
  private static func close(_ file: FileIdentity, in opened: inout [FileIdentity: Opened]) {
    guard let entry = opened[file], entry.held.isEmpty else { return }
    opened[file] = nil
    _ = ORDAPlatform.close(entry.descriptor)
  }

  /// - Returns: False if another process holds it.
  private static func set(
    _ type: Int16, at place: off_t, of descriptor: Int32, _ path: String
  ) throws(DatabaseError) -> Bool {
    var lock = flock()
    lock.l_type = type
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = place
    lock.l_len = 1
    if fcntl(descriptor, F_SETLK, &lock) == 0 { return true }
    if errno == EAGAIN || errno == EACCES { return false }
    throw failure(path)
  }

  private static func failure(_ path: String) -> DatabaseError {
    let number = errno
    let kind: DatabaseError.Kind =
      switch number {
      case EACCES, EPERM: .cannotOpen(.permission)
      case EROFS: .readOnly
      default: SystemError.isFull(number) ? .full : .io
      }
    let reason = SystemError.text(number) ?? "for a reason that it does not tell"
    return DatabaseError(kind, "the system refuses the file \(path), in which locks by name are kept: \(reason)")
  }

  /// Beside the database itself if its path is a link.
  private static func path(beside database: String) -> String {
    guard let real = realpath(database, nil) else { return database + "-lock" }
    defer { free(real) }
    return String(cString: real) + "-lock"
  }

  /// The place of a name's byte in the file: by a hash of 62 bits.
  private static func place(of name: String) -> off_t {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return off_t(truncatingIfNeeded: hash & 0x3fff_ffff_ffff_ffff)
  }
}

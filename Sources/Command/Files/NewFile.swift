import ORDAPlatform

#if Server && canImport(CDispatch)
  // With the server's modules at hand, the compiler takes the system's `stat` for this one's.
  import CDispatch
#endif

/// A file that is written under another name next to its place, and renamed once complete: until then, or if writing
/// fails, an existing file stays as it is.
///
/// Anything but an ordinary file, such as a named pipe or /dev/null, is written directly.
final class NewFile {
  /// Where to write; sent off by ``finish()``.
  let output: Output
  private let path: String
  /// The name to write under; nil if it is the file's own.
  private let temporary: String?
  private let descriptor: Int32
  private var isClosed = false
  private var isFinished = false

  /// - Parameter replaces: Whether a file of that name may already exist.
  /// - Throws: ``FileError`` if the file can't be made, and ``Exists``.
  init(path: String, replaces: Bool) throws {
    var facts = stat()
    let exists = stat(path, &facts) == 0
    let isOrdinary = !exists || facts.st_mode & S_IFMT == S_IFREG
    if exists, isOrdinary, !replaces { throw Exists(path: path) }
    // A link stands for the file behind it.
    let target = exists ? Self.resolved(path) : path
    let temporary = isOrdinary ? Self.neighbour(of: target) : nil
    self.path = target
    self.temporary = temporary
    if let temporary {
      descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    } else {
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw FileError(path: path, number: errno) }
    if exists, isOrdinary { fchmod(descriptor, facts.st_mode & 0o7777) }
    output = Output(descriptor: descriptor)
  }

  deinit {
    if !isClosed { close(descriptor) }
    if !isFinished, let temporary { unlink(temporary) }
  }

  /// Writes the rest, and gives the file its name.
  ///
  /// - Throws: The first failure of all writes; then the file does not exist, or is the old one.
  func finish() throws {
    try output.flush()
    isClosed = true
    // Some file systems only report now that they could not write.
    guard close(descriptor) == 0 else { throw FileError(path: path, number: errno) }
    if let temporary, rename(temporary, path) != 0 { throw FileError(path: path, number: errno) }
    isFinished = true
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// A hidden name in the same folder, and so on the same file system.
  private static func neighbour(of path: String) -> String {
    let slash = path.utf8.lastIndex(of: 0x2F)
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    return "\(path.dropLast(name.count)).\(name.prefix(100)).\(getpid())"
  }

  /// The file already exists.
  struct Exists: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path) is there already; --force replaces it" }
  }
}

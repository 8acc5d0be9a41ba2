internal import Foundation
internal import ORDAPlatform

/// The system calls of a store, all on names inside its folder. Tests replace it with a file system of their own.
///
/// Links are never followed, except for those in the folder's own path.
class FileSystem: @unchecked Sendable {
  // Proof: nothing in it changes.
  /// The folder's path.
  let path: String
  private let root: Int32

  /// Opens a folder.
  init(_ path: String) throws(FileFault) {
    self.path = path
    root = Self.again { ORDAPlatform.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if root < 0 { throw FileFault(action: "open", name: path, code: errno) }
  }

  deinit { ORDAPlatform.close(root) }

  // MARK: Opening

  /// Opens a file; a new one may be read and written by everybody, as far as the process's mask allows.
  func open(_ name: String, _ flags: Int32) throws(FileFault) -> Int32 {
    let file = Self.again { openat(root, name, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666) }
    if file < 0 { throw FileFault(action: "open", name: name, code: errno) }
    return file
  }

  func close(_ file: Int32) { ORDAPlatform.close(file) }

  // MARK: Reading

  /// What is known of a file without opening it; nil if there is none.
  func status(_ name: String) throws(FileFault) -> FileStatus? {
    var status = stat()
    if fstatat(root, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return FileStatus(status) }
    let fault = FileFault(action: "look at", name: name, code: errno)
    if fault.isMissing { return nil }
    throw fault
  }

  func status(of file: Int32) throws(FileFault) -> FileStatus {
    var status = stat()
    if fstat(file, &status) != 0 { throw FileFault(action: "look at", name: "an open file", code: errno) }
    return FileStatus(status)
  }

  /// Bytes at a place in a file; fewer if it ends.
  func read(_ file: Int32, at offset: Int, count: Int) throws(FileFault) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      (filled, code) = Self.fill(UnsafeMutableRawBufferPointer(buffer), count, file, at: offset)
    }
    if code != 0 { throw FileFault(action: "read", name: "an open file", code: code) }
    return bytes
  }

  /// The whole of a file; nil if there is none. Anything else, such as a link or a folder, can't be read.
  func contents(_ name: String) throws(FileFault) -> Data? {
    let file: Int32
    do { file = try open(name, O_RDONLY) } catch {
      if error.isMissing { return nil }
      throw error
    }
    defer { close(file) }
    let status = try status(of: file)
    guard status.kind == .file else { throw FileFault(action: "read", name: name, code: EINVAL) }
    return try contents(file, name, count: status.size)
  }

  private func contents(_ file: Int32, _ name: String, count: Int) throws(FileFault) -> Data {
    let (data, code) =
      if count <= 1 << 14 {
        // Small files are read on the stack: one allocation, and nothing is filled with zeros first.
        withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
          let (filled, code) = Self.fill(buffer, count, file, at: 0)
          return (Data(UnsafeRawBufferPointer(rebasing: buffer[..<filled])), code)
        }
      } else {
        Self.large(file, count)
      }
    if code != 0 { throw FileFault(action: "read", name: name, code: code) }
    return data
  }

  private static func large(_ file: Int32, _ count: Int) -> (Data, Int32) {
    guard let memory = malloc(count) else { return (Data(), ENOMEM) }
    let (filled, code) = fill(UnsafeMutableRawBufferPointer(start: memory, count: count), count, file, at: 0)
    return (Data(bytesNoCopy: memory, count: filled, deallocator: .free), code)
  }

  /// How many bytes were read, and the error number, or zero.
  private static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, _ count: Int, _ file: Int32, at offset: Int
  ) -> (Int, Int32) {
    var filled = 0
    while filled < min(count, buffer.count) {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<min(count, buffer.count)])
      let step = pread(file, rest.baseAddress, rest.count, off_t(offset + filled))
      if step < 0, errno == EINTR { continue }
      if step < 0 { return (filled, errno) }
      if step == 0 { break }
      filled += step
    }
    return (filled, 0)
  }

  /// The names in a folder, in no particular order, without `.` and `..`; none if there is no folder.
  func names(in name: String) throws(FileFault) -> [String] {
    let folder: Int32
    do { folder = try open(name.isEmpty ? "." : name, O_RDONLY | O_DIRECTORY) } catch {
      if error.isMissing || error.code == ELOOP { return [] }
      throw error
    }
    guard let stream = fdopendir(folder) else {
      let code = errno
      close(folder)
      throw FileFault(action: "list", name: name, code: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    if errno != 0 { throw FileFault(action: "list", name: name, code: errno) }
    return names
  }

  /// A file's bytes in memory, which change with the file; it must not become shorter.
  func map(_ file: Int32, count: Int) throws(FileFault) -> ByteRegion {
    if count == 0 { return ByteRegion([]) }
    guard let memory = mmap(nil, count, PROT_READ, MAP_SHARED, file, 0), memory != MAP_FAILED else {
      throw FileFault(action: "map", name: "an open file", code: errno)
    }
    return ByteRegion(mapped: memory, count: count)
  }

  // MARK: Writing

  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileFault) {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let step = pwrite(file, rest.baseAddress, rest.count, off_t(offset + written))
      if step < 0, errno == EINTR { continue }
      if step <= 0 { throw FileFault(action: "write", name: "an open file", code: step == 0 ? ENOSPC : errno) }
      written += step
    }
  }

  /// Truncates a file, or extends it with zeros.
  func setSize(_ file: Int32, _ size: Int) throws(FileFault) {
    if Self.again({ ftruncate(file, off_t(size)) }) != 0 {
      throw FileFault(action: "cut", name: "an open file", code: errno)
    }
  }

  /// Gives a file another name, replacing any file that has it.
  func rename(_ name: String, to other: String) throws(FileFault) {
    if renameat(root, name, root, other) != 0 { throw FileFault(action: "rename", name: name, code: errno) }
  }

  /// Removes a file; false if there is none.
  @discardableResult
  func remove(_ name: String) throws(FileFault) -> Bool {
    if unlinkat(root, name, 0) == 0 { return true }
    let fault = FileFault(action: "remove", name: name, code: errno)
    if fault.isMissing { return false }
    throw fault
  }

  /// Makes a folder; false if there is one.
  @discardableResult
  func makeFolder(_ name: String) throws(FileFault) -> Bool {
    if mkdirat(root, name, 0o777) == 0 { return true }
    let code = errno
    if code == EEXIST, try status(name)?.kind == .folder { return false }
    throw FileFault(action: "make the folder", name: name, code: code)
  }

  /// Removes an empty folder; false if it is not empty, or does not exist.
  @discardableResult
  func removeFolder(_ name: String) -> Bool { unlinkat(root, name, AT_REMOVEDIR) == 0 }

  // MARK: Keeping

  /// Returns when the file, including its size, would survive a power cut.
  func sync(_ file: Int32) throws(FileFault) {
    #if canImport(Darwin)
      if fcntl(file, F_FULLFSYNC) == 0 { return }
      let result = Self.again { fsync(file) }
    #else
      let result = Self.again { fdatasync(file) }
    #endif
    if result != 0 { throw FileFault(action: "sync", name: "an open file", code: errno) }
  }

  /// Returns when the names in a folder would survive a power cut.
  func syncFolder(_ name: String) throws(FileFault) {
    let folder = try open(name.isEmpty ? "." : name, O_RDONLY | O_DIRECTORY)
    defer { close(folder) }
    if Self.again({ fsync(folder) }) != 0 { throw FileFault(action: "sync", name: name, code: errno) }
  }

  /// Returns when everything written to the file system would survive a power cut; false if the system can't do that.
  func syncEverything() throws(FileFault) -> Bool {
    guard let syncFileSystem = Self.syncFileSystem else { return false }
    if Self.again({ syncFileSystem(root) }) != 0 { throw FileFault(action: "sync", name: "", code: errno) }
    return true
  }

  /// Linux's `syncfs`, which the headers only show to C programs that ask for GNU's functions.
  private static let syncFileSystem: (@convention(c) (Int32) -> Int32)? = {
    #if os(Linux)
      dlsym(nil, "syncfs").map { unsafeBitCast($0, to: (@convention(c) (Int32) -> Int32).self) }
    #else
      nil
    #endif
  }()

  // MARK: Locking

  /// Waits until no other process, or other opening of the file, holds a conflicting lock, and locks it.
  func lock(_ file: Int32, isExclusive: Bool) throws(FileFault) {
    if Self.again({ flock(file, isExclusive ? LOCK_EX : LOCK_SH) }) != 0 {
      throw FileFault(action: "lock", name: "an open file", code: errno)
    }
  }

  func unlock(_ file: Int32) { _ = flock(file, LOCK_UN) }

  /// A number that changes when the machine starts again.
  func session() -> UInt64 { Self.startOfMachine }

  private static let startOfMachine: UInt64 = {
    #if os(Linux)
      let text = (try? Data(contentsOf: URL(fileURLWithPath: "/proc/sys/kernel/random/boot_id"))) ?? Data()
      return checksum(of: text) | 1
    #else
      var time = timeval()
      var size = MemoryLayout<timeval>.size
      var name = [CTL_KERN, KERN_BOOTTIME]
      sysctl(&name, 2, &time, &size, nil, 0)
      return UInt64(bitPattern: Int64(time.tv_sec)) << 1 | 1
    #endif
  }()

  private static func again(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }
}

/// What is known of a file.
struct FileStatus: Equatable {
  enum Kind { case file, folder, link, other }
  var kind: Kind
  var size: Int
  /// How many names it has: none if it was removed or replaced.
  var links: Int

  fileprivate init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .other
    }
    size = Int(status.st_size)
    links = Int(status.st_nlink)
  }
}

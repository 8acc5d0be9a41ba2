internal import ORDAPlatform

/// Reading folders and files of SQL, which are few and small.
enum SmallFile {
  private static let limit = 64 << 20

  /// The names in a folder, without hidden ones.
  static func names(in path: String) throws(DatabaseError) -> [String] {
    guard let folder = opendir(path) else { throw failure(path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// A file's text.
  static func text(_ path: String) throws(DatabaseError) -> String {
    // A pipe would make the program wait for ever.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure(path) }
    // One byte more than its size, to see its end.
    let room = Swift.min(Int(clamping: status.st_size), limit) + 1
    var bytes = try bytes(of: file, room, path)
    // A pipe has no size, and another program may be writing just now.
    while bytes.count >= room || status.st_mode & S_IFMT != S_IFREG, bytes.count <= limit {
      let more = try self.bytes(of: file, 65_536, path)
      if more.isEmpty { break }
      bytes += more
    }
    guard bytes.count <= limit else { throw DatabaseError(.migration(.unreadable), "\(path) is longer than 64 MiB") }
    // Some editors begin a file with a mark for UTF-8.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DatabaseError(.migration(.unreadable), "\(path) is not UTF-8")
    }
    return text
  }

  /// As many bytes as arrive at once; none at the end.
  private static func bytes(of file: Int32, _ room: Int, _ path: String) throws(DatabaseError) -> [UInt8] {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      repeat { count = read(file, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
      filled = Swift.max(0, count)
    }
    if count < 0 { throw failure(path) }
    return bytes
  }

  private static func failure(_ path: String) -> DatabaseError {
    DatabaseError(.migration(.unreadable), "\(path) can't be read: \(String(cString: strerror(errno)))")
  }
}

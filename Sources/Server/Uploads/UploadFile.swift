import ORDAImport
import ORDAPlatform

/// A file that a browser sends, kept on disk until it is imported: neither the memory nor a transaction waits for a sender.
///
/// It has no name, so that it goes with the process at the latest.
final class UploadFile: Sendable {
  private let descriptor: Int32

  /// - Throws: ``Problem`` where there is no room for it.
  init() throws {
    // Not /tmp, which on some systems is memory.
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var path = Array("\(folder)/orda-upload.XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Self.problem }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(path)
  }

  deinit { close(descriptor) }

  /// Writes more of it.
  ///
  /// - Throws: ``Problem`` where there is no room for it.
  func append(_ bytes: ArraySlice<UInt8>) throws {
    try bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw Self.problem }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// The file from its beginning; any number of them at once.
  func source() -> Source { Source(file: self) }

  private static var problem: Problem {
    Problem(.unavailable, "There is no room for the file on the server: \(String(cString: strerror(errno))).")
  }

  /// The bytes of the file, in order.
  struct Source: ByteSource {
    fileprivate let file: UploadFile
    private var position = 0

    fileprivate init(file: UploadFile) { self.file = file }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      while true {
        let count = pread(file.descriptor, buffer.baseAddress, buffer.count, off_t(position))
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw UploadFile.problem }
        position += count
        return count
      }
    }
  }
}

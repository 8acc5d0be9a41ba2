import ORDAImport
import ORDAPlatform

#if Server && canImport(CDispatch)
  // With the server's modules at hand, the compiler takes the system's `stat` for this one's.
  import CDispatch
#endif

/// A file that can't be read, with the system's reason.
struct FileError: Error, CustomStringConvertible {
  let path: String
  let number: Int32

  var description: String { "\(path): \(String(cString: strerror(number)))" }
}

/// A file's bytes, in order; `-` is standard input.
final class FileSource: ByteSource {
  private let path: String
  private let descriptor: Int32
  /// How many bytes have been read.
  private(set) var position = 0

  /// - Throws: ``FileError`` if the file does not exist, may not be read, or is a folder.
  init(path: String) throws {
    self.path = path
    guard path != "-" else {
      descriptor = STDIN_FILENO
      return
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, number: errno) }
  }

  /// Reads from an open file, and closes it.
  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// The file's length in bytes; nil for things without one, such as a pipe.
  var size: Int? {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(exactly: facts.st_size)
  }

  /// Writes bytes to a file that was opened for writing.
  ///
  /// - Throws: ``FileError``.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError(path: path, number: errno) }
      rest = rest.dropFirst(count)
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      try Interruption.check()
      let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 {
        position += count
        return count
      }
      guard errno == EINTR else { throw FileError(path: path, number: errno) }
    }
  }
}

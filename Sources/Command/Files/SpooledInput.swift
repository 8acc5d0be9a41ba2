import ORDAImport
import ORDAPlatform

/// Input that can only be read once, such as a pipe, kept on disk to be read again.
final class SpooledInput {
  private let descriptor: Int32

  /// Reads a source to its end, into a file without a name, which disappears with the object.
  ///
  /// - Throws: ``FileError``, and what the source throws.
  init(_ source: some ByteSource) throws {
    var source = source
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/orda-import.XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw FileError(path: folder, number: errno) }
    unlink(path)
    let output = Output(descriptor: descriptor)
    try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 1) { buffer in
      while case let count = try source.read(into: buffer), count > 0 {
        output.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        try output.flush()
      }
    }
  }

  deinit { close(descriptor) }

  /// The input from its beginning. Use one at a time: they share the reading position.
  func open() -> FileSource {
    lseek(descriptor, 0, SEEK_SET)
    return FileSource(descriptor: dup(descriptor), path: "the copy of the input")
  }
}

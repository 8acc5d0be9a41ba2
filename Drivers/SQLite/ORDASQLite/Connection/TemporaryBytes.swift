internal import CSQLite
internal import ORDA
internal import ORDAPlatform

/// Bytes that wait in a nameless temporary file, which goes with the object.
final class TemporaryBytes {
  #if canImport(Musl)
    private let file: OpaquePointer
  #else
    private let file: UnsafeMutablePointer<FILE>
  #endif
  private(set) var count = 0

  init() throws(DatabaseError) {
    guard let file = tmpfile() else { throw Self.failure("can't be made") }
    self.file = file
  }

  deinit { fclose(file) }

  func append(_ bytes: UnsafeRawBufferPointer) throws(DatabaseError) {
    guard fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count else { throw Self.failure("can't be written") }
    count += bytes.count
  }

  /// Lends all of them, a MiB at a time.
  func forEachChunk(_ body: (UnsafeRawBufferPointer) throws(DatabaseError) -> Void) throws(DatabaseError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 8)
    defer { buffer.deallocate() }
    rewind(file)
    var left = count
    while left > 0 {
      let length = fread(buffer.baseAddress, 1, min(buffer.count, left), file)
      guard length > 0 else { throw Self.failure("can't be read") }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<length]))
      left -= length
    }
  }

  private static func failure(_ what: String) -> DatabaseError {
    let number = errno
    let reason = SystemError.text(number).map { ": " + $0 } ?? ""
    return DatabaseError(
      number == ENOSPC ? .full : .io,
      "a temporary file \(what)\(reason); a value whose size was announced needs none")
  }
}

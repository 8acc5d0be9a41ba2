internal import CMariaDB
internal import ORDA

/// What the server gets when it asks the client for a file: the rows of the load that has just begun, by a name that
/// nobody can guess. It never gets more: no code of this driver opens a file by a name that comes from a server.
final class LocalFile {
  /// The name by which the rows are requested.
  let name: String
  private let content: [UInt8]
  private var position = 0
  private var isOpened = false

  /// The library's error number for a file that was requested and not sent.
  private static let refusal: Int32 = 2068

  init(_ content: [UInt8]) {
    self.content = content
    var random = SystemRandomNumberGenerator()
    name = "orda-" + String(random.next(), radix: 36) + String(random.next(), radix: 36)
  }

  /// Makes a connection send nothing to a server that asks for a file. Do this before connecting: a server may ask at
  /// any time.
  static func refuseAll(on handle: UnsafeMutablePointer<MYSQL>) { set(nil, on: handle) }

  /// Lets the server ask for this file once while the body runs.
  func lend<R, Failure: Error>(
    to handle: UnsafeMutablePointer<MYSQL>, _ body: () throws(Failure) -> R
  ) throws(Failure) -> R {
    // The library holds the pointer until it is replaced, before `self` can be released.
    Self.set(Unmanaged.passUnretained(self).toOpaque(), on: handle)
    defer {
      Self.refuseAll(on: handle)
      withExtendedLifetime(self) {}
    }
    return try body()
  }

  private static func set(_ file: UnsafeMutableRawPointer?, on handle: UnsafeMutablePointer<MYSQL>) {
    mysql_set_local_infile_handler(
      handle,
      { opened, name, file in
        guard let file, let name, let opened else { return 1 }
        guard Unmanaged<LocalFile>.fromOpaque(file).takeUnretainedValue().open(String(cString: name)) else { return 1 }
        opened.pointee = file
        return 0
      },
      { file, buffer, size in
        guard let file, let buffer else { return -1 }
        let room = UnsafeMutableRawBufferPointer(start: buffer, count: Int(size))
        return Unmanaged<LocalFile>.fromOpaque(file).takeUnretainedValue().read(into: room)
      },
      { _ in },
      { _, buffer, size in
        let reason = "the server asked for a file of this machine, and none is ever sent; MariaDB.bulkLoad loads rows"
        guard let buffer, size > 0 else { return LocalFile.refusal }
        let count = min(reason.utf8.count, Int(size) - 1)
        for (index, byte) in reason.utf8.prefix(count).enumerated() { buffer[index] = CChar(bitPattern: byte) }
        buffer[count] = 0
        return LocalFile.refusal
      }, file)
  }

  private func open(_ name: String) -> Bool {
    defer { isOpened = true }
    return name == self.name && !isOpened
  }

  private func read(into room: UnsafeMutableRawBufferPointer) -> Int32 {
    let count = min(room.count, content.count - position)
    content.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count])) }
    position += count
    return Int32(truncatingIfNeeded: count)
  }
}

import CFloor
import Foundation

/// A folder of objects' files, as C writes and reads it.
///
/// Unchecked, for what it keeps never changes.
final class FloorFolder: @unchecked Sendable {
  let path: String
  private let folder: Int32
  private let log: Int32

  /// Makes the folder where it is missing.
  init(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    self.path = path
    folder = open(path, O_RDONLY | O_DIRECTORY)
    log = open(path + ".log", O_RDWR | O_CREAT, 0o600)
    guard folder >= 0, log >= 0 else { throw FloorError(code: errno, message: "\(path) can't be opened") }
  }

  deinit {
    close(folder)
    close(log)
  }

  /// Saves new objects, all or none.
  func save(_ objects: [(id: UUID, json: Data)]) throws {
    let bytes = objects.map { [UInt8]($0.json) }
    let ids = objects.flatMap { object in withUnsafeBytes(of: object.id.uuid) { Array($0) } }
    // One buffer for all, so that the pointers into it last.
    let joined = Array(bytes.joined())
    try joined.withUnsafeBytes { joined in
      var place = 0
      let slices = bytes.map { bytes in
        defer { place += bytes.count }
        return cf_slice(
          bytes: joined.baseAddress?.advanced(by: place).assumingMemoryBound(to: CChar.self), count: bytes.count)
      }
      try check(cf_save_files(folder, log, ids, slices, slices.count))
    }
  }

  /// Saves one new object.
  func save(_ id: UUID, _ json: Data) throws {
    let code = withUnsafeBytes(of: id.uuid) { id in
      json.withUnsafeBytes { json in
        cf_save_file(
          folder, log, id.bindMemory(to: UInt8.self).baseAddress,
          cf_slice(bytes: json.bindMemory(to: CChar.self).baseAddress, count: json.count))
      }
    }
    try check(code)
  }

  func object(_ id: UUID) throws -> Data {
    var text = cf_text()
    try check(withUnsafeBytes(of: id.uuid) { cf_read_file(folder, $0.bindMemory(to: UInt8.self).baseAddress, &text) })
    return Data(floor: text)
  }

  /// The objects from the first on whose key is not less.
  func objects(from key: String, in keys: FloorKeys, limit: Int) throws -> [Data] {
    var code: Int32 = 0
    let texts = [cf_text](unsafeUninitializedCapacity: limit) { texts, count in
      code = withUnsafePointer(to: keys.keys) { keys in
        cf_find_files(folder, keys, key, key.utf8.count, texts.baseAddress, limit)
      }
      count = code == 0 ? limit : 0
    }
    try check(code)
    return texts.map(Data.init(floor:))
  }

  private func check(_ code: Int32) throws {
    guard code == 0 else { throw FloorError(code: code, message: String(cString: strerror(code))) }
  }
}

/// A file of keys in their order, mapped.
final class FloorKeys: @unchecked Sendable {
  // Proof: the memory is only read.
  fileprivate var keys = cf_sorted_keys()

  /// Writes the file, of keys of up to 48 bytes, and maps it.
  init(_ path: String, _ keys: [(key: String, id: UUID)]) throws {
    var bytes = Data()
    for (key, id) in keys.sorted(by: { $0.key < $1.key }) {
      let key = Array(key.utf8.prefix(48))
      bytes += key + Array(repeating: 0, count: 48 - key.count)
      withUnsafeBytes(of: id.uuid) { bytes += $0 }
    }
    try bytes.write(to: URL(fileURLWithPath: path))
    let code = cf_map_keys(path, &self.keys)
    guard code == 0 else { throw FloorError(code: code, message: String(cString: strerror(code))) }
  }

  deinit { cf_unmap_keys(&keys) }
}

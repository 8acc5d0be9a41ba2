internal import Foundation
internal import ORDAThreads

/// Reads the bytes as an object's JSON, as a record of a store's files, as what its types and indexes say of themselves, and as what a
/// log of batches has: whoever wrote them, reading ends. What was taken out of JSON is gone, and what was JSON is JSON.
func fuzzShelf(_ bytes: [UInt8]) {
  fuzzObject(Data(bytes))
  fuzzRecord(bytes)
  fuzzLog(bytes)
  fuzzTables(bytes)
  if let id = ShelfId(String(decoding: bytes, as: UTF8.self)) {
    precondition(ShelfId(id.description) == id && ShelfId(id.uuidText) == id, "written and read again it is another id")
  }
}

private func fuzzObject(_ json: Data) {
  let isJSON = isWhole(json)
  let found = ReferenceScanner.references(in: json)
  _ = ReferenceScanner.binaries(in: json)
  precondition(Set(found).count == found.count, "a reference is told twice")
  let rest = ReferenceScanner.removing(Set(found), from: json)
  precondition(rest.count <= json.count, "taking references out makes JSON longer")
  precondition(ReferenceScanner.removing([], from: json) == json, "taking nothing out changes JSON")
  guard isJSON, let first = json.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return }
  // A reference that is all there is leaves nothing.
  if rest.isEmpty { return }
  precondition(isWhole(rest), "without its references it is no JSON")
}

private func isWhole(_ json: Data) -> Bool {
  (try? JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)) != nil
}

/// A record whose sum is right, and whose contents are anything.
private func fuzzRecord(_ bytes: [UInt8]) {
  _ = RecordFile.Record(ByteRegion(bytes), 0)
  let region = ByteRegion(ByteWriter { $0.addRecord(ShelfId(high: 1, low: 2)) { $0.add(bytes) } }.bytes)
  guard let record = RecordFile.Record(region, 0) else {
    preconditionFailure("a record that was written can't be read")
  }
  guard case .entry(let id, let entry) = IndexRecord(record) else { return }
  // Written again, and read, it is the same.
  let again = ByteRegion(ByteWriter { IndexRecord.entry(id, entry).write(&$0) }.bytes)
  guard let record = RecordFile.Record(again, 0), case .entry(id, entry) = IndexRecord(record) else {
    preconditionFailure("written and read again it is another entry")
  }
}

private func fuzzLog(_ bytes: [UInt8]) {
  let changes = Change.all(in: ByteRegion(bytes))
  precondition(changes.count <= bytes.count / 24 + 1, "there are more changes than bytes")
}

/// Files of types and of an index whose sums are right, and that say anything of what they have.
private func fuzzTables(_ bytes: [UInt8]) {
  guard let system = folder else { preconditionFailure("there is no folder for temporary files") }
  let (id, other) = (ShelfId(high: 1, low: 2), ShelfId(high: 3, low: 4))
  let (field, key) = (
    ShelfField("age", kind: "integer"), IndexEntry.Key(field: ShelfField("age", kind: "integer"), bytes: [1])
  )
  do {
    let entry = IndexEntry(revision: 7, type: "User", references: [other], keys: [key])
    try write(system, ShelfNames.index, "SHELFIDX", bytes) { IndexRecord.entry(id, entry).write(&$0) }
    let index = IndexTable(system, isReadOnly: false)
    try index.refreshed {
      guard index.isUsable else { return }
      for isDescending in [false, true] {
        let found = index.find(ShelfSearch("User", field, from: [0], isDescending: isDescending, limit: 3))
        precondition(found.count <= 3, "more is found than was asked for")
      }
      _ = index.referrers(to: other, after: nil, limit: 3)
      _ = index.completeFields("User")
      try index.note([.deleted(id), .entry(other, entry)])
    }
    try write(system, ShelfNames.types, "SHELFTYP", bytes) { $0.addRecord(id) { $0.add(bytes) } }
    let types = TypeTable(system, isReadOnly: false)
    try types.refreshed {
      _ = (types.ids("User", after: nil, limit: 3), types.expired(before: 0, limit: 3), types.count("User"))
      try types.note([(id, .init(type: "User", expires: 1)), (other, nil)], isSynced: false)
    }
  } catch { preconditionFailure("\(error)") }
}

private func write(
  _ system: FileSystem, _ name: String, _ kind: String, _ summary: [UInt8], _ record: (inout ByteWriter) -> Void
) throws {
  let writer = try RecordFileWriter(system, name, kind: kind)
  try writer.add(ByteWriter(record).bytes)
  try writer.finish(session: 0, flags: 0) { bytes, _ in
    bytes.add(summary)
    return summary.count
  }
}

/// In memory, where the system has such a folder; it goes with the process.
private let folder: FileSystem? = {
  let path = folderPath
  try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  atexit { try? FileManager.default.removeItem(atPath: folderPath) }
  return try? FileSystem(path)
}()

private let folderPath: String = {
  let base = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
  return "\(base)/orda-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
}()

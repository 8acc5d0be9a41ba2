// The program of LargeValues.md in Sources/ORDA/ORDA.docc. CommandTests runs it, and compares the page with its slices.
//
//     swift run LargeValues
//
import Foundation
import ORDA
import ORDASQLite

// snippet.store
/// Copies a file into a row that is there, a MiB at a time.
func store(_ file: URL, at place: ValuePlace, on db: some SQLExecutor) throws {
  let input = try FileHandle(forReadingFrom: file)
  defer { try? input.close() }
  let size = try input.seekToEnd()
  try input.seek(toOffset: 0)
  try db.writeValue(at: place, count: Int(size)) { writer in
    while let bytes = try input.read(upToCount: 1 << 20), !bytes.isEmpty { try writer.write(bytes) }
  }
}

/// Copies it back.
func fetch(_ place: ValuePlace, into file: URL, on db: some SQLExecutor) throws {
  try Data().write(to: file)
  let output = try FileHandle(forWritingTo: file)
  defer { try? output.close() }
  try db.readValue(at: place) { bytes in try output.write(contentsOf: Data(bytes)) }
}
// snippet.end

// snippet.awaited
/// Copies one value into another, of this database or another one, with no more than a chunk in memory.
func copy(_ source: ValuePlace, of db: any Governor, to target: ValuePlace, of other: any Governor) async throws {
  try await other.writeValue(at: target, from: db.valueChunks(at: source))
}
// snippet.end

@main
struct Program {
  static func main() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("orda-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let original = folder.appendingPathComponent("original")
    let copied = folder.appendingPathComponent("copied")
    try Data((0..<3_000_000).map { UInt8($0 % 251) }).write(to: original)

    try SQLite.register()
    let db = try await ORDA.open("sqlite:\(folder.path)/files.db")
    // snippet.place
    try await db.execute("CREATE TABLE file (id INTEGER PRIMARY KEY, name TEXT NOT NULL, content BLOB NOT NULL)")
    try await db.execute("INSERT INTO file VALUES (1, 'original', x''), (2, 'copy', x'')")
    let first = ValuePlace("content", in: "file", key: ["id": 1])
    // snippet.end
    try store(original, at: first, on: db.blocking)
    try await copy(first, of: db, to: ValuePlace("content", in: "file", key: ["id": 2]), of: db)
    try fetch(ValuePlace("content", in: "file", key: ["name": "copy"]), into: copied, on: db.blocking)
    print(try Data(contentsOf: original) == Data(contentsOf: copied) ? "equal" : "not equal")
    try await db.close()
  }
}

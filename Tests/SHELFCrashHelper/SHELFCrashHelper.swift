import Foundation
import ORDAPlatform
import SHELF

/// A process that saves, for tests that kill it or have several of them.
///
///     SHELFCrashHelper FOLDER kill NUMBER     saves sets of five objects and single ones for ever, and tells each number when it is saved
///     SHELFCrashHelper FOLDER count NUMBER    counts one number up, so often
@main
struct SHELFCrashHelper {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let number = Int(arguments[3]) else { exit(64) }
    let store = FileShelfStore(folder: arguments[1])
    switch arguments[2] {
    case "kill": try await save(store, from: number)
    case "count":
      for _ in 0..<number { try await count(store) }
      await store.close()
    default: exit(64)
    }
  }

  /// The objects of a set, and the single one.
  static func id(_ number: Int) -> ShelfId {
    ShelfId("0\(number % 8)000000-0000-4000-8000-00000000000\(number)") ?? .null
  }

  private static func save(_ store: FileShelfStore, from start: Int) async throws {
    for number in start... {
      let outcome = try await store.write(
        number % 3 == 0
          ? [put(id(9), number)]
          : (0..<5).map { $0 == 4 && number % 2 == 0 ? ShelfWrite(id(4), .delete) : put(id($0), number) })
      guard case .written = outcome else { exit(65) }
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }
  }

  private static func put(_ id: ShelfId, _ number: Int) -> ShelfWrite {
    let key = ShelfFieldKey(ShelfField("number", kind: "integer"), .integer(Int64(number)))
    return ShelfWrite(id, .put(.init(type: "Number", json: Data("\(number)".utf8), keys: [key])))
  }

  private static func count(_ store: FileShelfStore) async throws {
    while true {
      let old = try await store.read([id(0)])[0]
      let number = old.flatMap { Int(String(decoding: $0.contents, as: UTF8.self)) } ?? 0
      let contents = ShelfWrite.Contents(type: "Number", json: Data("\(number + 1)".utf8))
      let write = ShelfWrite(
        id(0), expecting: old.map { .revision($0.revision) } ?? .nothing, .put(contents))
      if case .written = try await store.write([write]) { return }
    }
  }
}

import Foundation
import TestSupport

@testable import SHELF

/// A store's folder for one test, and stores in it.
struct StoreFolder {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var path: String { "\(folder.path)/.objectStore" }

  func store(_ options: ShelfFileOptions = ShelfFileOptions(), references: [String: ShelfId] = [:]) -> FileShelfStore {
    FileShelfStore(
      folder: path, options: options,
      references: { json in references.filter { String(decoding: json, as: UTF8.self).contains($0.key) }.map(\.value) },
      system: { try FileSystem($0) })
  }

  func text(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

  func put(_ name: String, _ text: String) throws {
    let file = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }
}

let lisa = ShelfId("6273674B-F271-4521-9B74-F5656A1F815D") ?? .null
let bart = ShelfId("62AC54A2-8A00-45B0-93B6-3BE499E85219") ?? .null
let homer = ShelfId("A1FB9603-3E2A-4915-BD0A-081D0FF7867A") ?? .null
let marge = ShelfId("A7F32199-B32A-49E0-865F-07CE5C5F5F2B") ?? .null

import Foundation
import TestSupport
import Testing

@testable import SHELF

@Suite struct `File check and repair` {
  private let place: StoreFolder

  init() throws { place = try StoreFolder() }

  private func kinds(_ report: ShelfFileReport) -> [String: ShelfFileReport.Kind] {
    Dictionary(report.faults.map { ($0.name, $0.kind) }) { first, _ in first }
  }

  @Test func `a store that was only used has no faults`() async throws {
    let store = place.store()
    #expect(try await store.check().faults.isEmpty)
    try await store.writes(.put(lisa, "1"), .put(bart, "{}"))
    try await store.writes(.put(homer, "[1]"))
    try await store.writes(ShelfWrite(bart, .delete))
    let report = try await store.check()
    #expect(report.faults.isEmpty, "\(report.faults)")
    #expect(report.objects == 2)
  }

  @Test func `check names what is wrong, and deletes nothing`() async throws {
    let store = place.store()
    let ids = (0..<8).map { _ in ShelfId() }
    for id in ids { try await store.writes(.put(id, #"{"a":1}"#)) }
    try place.put(ids[0].fileName, #"{"a":1"#)
    try place.put(ids[1].fileName, #"{"a":x}"#)
    try Data([0x22, 0xFF, 0x22]).write(to: URL(fileURLWithPath: "\(place.path)/\(ids[2].fileName)"))
    try place.remove(ids[3].fileName)
    try place.put(ids[4].temporaryName, "{")
    try place.put("\(ids[5].folder)/readme", "x")
    try place.put("\(ids[5].folder)/\(marge.uuidText)", "1")
    try place.put(lisa.fileName, "2")
    try place.put("notes", "x")
    let link = "\(ids[6].folder)/\(homer.uuidText)"
    try FileManager.default.createSymbolicLink(atPath: "\(place.path)/\(link)", withDestinationPath: "/etc/passwd")
    try FileManager.default.createSymbolicLink(atPath: "\(place.path)/link", withDestinationPath: "/etc")
    mkfifo("\(place.path)/\(ids[7].folder)/pipe", 0o600)
    let files = { try Set(FileManager.default.subpathsOfDirectory(atPath: place.path)) }
    let before = try files()
    let report = try await store.check()
    let kinds = kinds(report)
    let faults = report.faults
    #expect(faults.contains { $0.name == ids[0].fileName && $0.kind == .cutShort })
    #expect(faults.contains { $0.name == ids[1].fileName && $0.kind == .notJSON })
    #expect(faults.contains { $0.name == ids[2].fileName && $0.kind == .notText })
    #expect(faults.contains { $0.name == ids[0].fileName && $0.kind == .edited })
    #expect(kinds[ids[3].fileName] == .withoutFile)
    #expect(kinds[ids[4].temporaryName] == .leftover)
    #expect(kinds["\(ids[5].folder)/readme"] == .wronglyNamed)
    #expect(kinds["\(ids[5].folder)/\(marge.uuidText)"] == .misplaced)
    #expect(kinds[lisa.fileName] == .withoutType)
    #expect(kinds["notes"] == .wronglyNamed && kinds["link"] == .link && kinds[link] == .link)
    #expect(kinds["\(ids[7].folder)/pipe"] == .special)
    #expect(try before.isSubset(of: files()))
    // The rest is readable.
    #expect(try await store.text(ids[6]) == #"{"a":1}"#)
  }

  @Test func `links and other files are not followed`() async throws {
    let store = place.store()
    try await store.writes(.put(bart, "1"))
    try place.put("elsewhere/73/\(lisa.uuidText)", "2")
    try FileManager.default.createSymbolicLink(
      atPath: "\(place.path)/62/73", withDestinationPath: "\(place.path)/elsewhere/73")
    await #expect(throws: ShelfError.self) { try await store.text(lisa) }
    await #expect(throws: ShelfError.self) { try await store.writes(.put(lisa, "3")) }
    #expect(place.text("elsewhere/73/\(lisa.uuidText)") == "2")
    #expect(try await store.text(bart) == "1")
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/\(homer.fileName)", withIntermediateDirectories: true)
    await #expect(throws: ShelfError.self) { try await store.text(homer) }
  }

  @Test func `lost types are found again`() async throws {
    let first = place.store()
    try await first.writes(.put(lisa, "1"), .put(homer, "2"), .put(bart, "3", type: "Other"))
    await first.close()
    try place.remove(".shelf-types")
    let store = place.store()
    #expect(try await store.text(lisa) == "1")
    await #expect(throws: ShelfError.self) { try await store.ids(type: "Text", after: nil, limit: 9) }
    #expect(try await store.assign(type: "Text", to: [lisa, homer, marge]) == [lisa, homer])
    #expect(try await store.assign(type: "Wrong", to: [lisa]) == [])
    await #expect(throws: ShelfError.self) { try await store.count(type: "Text") }
    try await store.finishRepair()
    #expect(try await store.ids(type: "Text", after: nil, limit: 9) == [lisa, homer])
    #expect(try await store.read([lisa])[0]?.type == "Text")
    #expect(kinds(try await store.check()) == [bart.fileName: .withoutType])
  }

  @Test func `an editor's change is noticed when it is read, and told`() async throws {
    let store = place.store()
    let heard = Shared<[ShelfChange]>([])
    let watch = try await store.observe { change in heard.with { $0.append(change) } }
    try await store.writes(.put(lisa, "1", keys: [ShelfFieldKey(ShelfField("f", kind: "integer"), .integer(1))]))
    let old = try await store.read([lisa])[0]?.revision
    #expect(try await store.complete(ShelfField("f", kind: "integer"), of: "Text"))
    try place.put(lisa.fileName, "17")
    #expect(try await store.read([lisa])[0]?.revision != old)
    try await heard.wait { $0 == [.objects([lisa])] }
    // Nobody knows the field's value now.
    #expect(try await store.completeFields(of: "Text") == [])
    #expect(
      try await store.write([.put(lisa, "2", expecting: .revision(old ?? ShelfRevision(0)))]) == .conflict([lisa]))
    withExtendedLifetime(watch) {}
  }

  @Test func `with a watch on folders an editor's changes are told, though nobody reads`() async throws {
    var options = ShelfFileOptions()
    options.watchFolders = true
    let store = place.store(options, references: ["to Bart": bart])
    try await store.writes(.put(lisa, "1"))
    // What happens within a moment may be told as one change.
    let heard = Shared<Set<ShelfId>>([])
    let isVague = Shared(false)
    let watch = try await store.observe { change in
      switch change {
      case .objects(let objects): heard.with { $0.formUnion(objects) }
      case .everything: isVague.with { $0 = true }
      }
    }
    try await store.writes(.put(bart, "1"))
    try place.put(lisa.fileName, "to Bart")
    try await heard.wait { $0.contains(lisa) }
    #expect(try await store.referrers(to: bart, after: nil, limit: 9) == [lisa])
    // A file in folders that were not there.
    try place.put(homer.fileName, "2")
    try await heard.wait { $0.contains(homer) }
    // That the store itself wrote it may have been told, too.
    heard.with { _ = $0.remove(bart) }
    try place.remove(bart.fileName)
    try await heard.wait { $0.contains(bart) }
    #expect(heard.current == [lisa, homer, bart] && !isVague.current)
    withExtendedLifetime(watch) {}
  }

  @Test func `a backup has all of it, while others write`() async throws {
    let store = place.store()
    let ids = (0..<300).map { _ in ShelfId() }
    let field = ShelfField("n", kind: "integer")
    let write = { (number: Int) in
      _ = try await store.write(
        ids.map { .put($0, "\(number)", keys: [ShelfFieldKey(field, .integer(Int64(number)))]) })
    }
    try await write(0)
    let copies = try TemporaryFolder()
    let writing = Task { for number in 1..<8 { try await write(number) } }
    for number in 0..<4 { try await store.backup(to: copies.file("\(number)")) }
    try await writing.value
    for number in 0..<4 {
      let copy = FileShelfStore(folder: copies.file("\(number)"))
      let texts = try await copy.read(ids).map { $0.map { String(decoding: $0.contents, as: UTF8.self) } }
      #expect(Set(texts).count == 1 && texts[0] != nil)
      #expect(try await copy.count(type: "Text") == 300)
      #expect(try await copy.find(ShelfSearch("Text", field, limit: 999)).count == 300)
      #expect(try await copy.check().faults.isEmpty)
    }
    await #expect(throws: ShelfError.self) { try await store.backup(to: copies.file("0")) }
    #expect(copies.names == ["0", "1", "2", "3"])
  }
}

import Foundation
import ORDAPlatform
import TestSupport
import Testing

@testable import SHELF

/// Other processes, which are killed or work beside this one.
@Suite(.ownThread) struct `File store between processes` {
  private let place: StoreFolder

  init() throws { place = try StoreFolder() }

  private func id(_ number: Int) -> ShelfId {
    ShelfId("0\(number % 8)000000-0000-4000-8000-00000000000\(number)") ?? .null
  }

  private func start(_ way: String, _ number: Int, output: Pipe? = nil) throws -> Process {
    let process = Process()
    let products = Bundle(for: PowerCutSystem.self).bundleURL.deletingLastPathComponent()
    let folder =
      FileManager.default.fileExists(atPath: products.appendingPathComponent("SHELFCrashHelper").path)
      ? products : URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = folder.appendingPathComponent("SHELFCrashHelper")
    process.arguments = [place.path, way, "\(number)"]
    if let output { process.standardOutput = output }
    try process.run()
    return process
  }

  @Test func `a process that is killed leaves what it was told is saved, and no batch by halves`() async throws {
    let store = place.store()
    let field = ShelfField("number", kind: "integer")
    var (last, found) = (0, [String?]())
    var numbers = Seeded(4711)
    for round in 0..<200 {
      let pipe = Pipe()
      let victim = try start("kill", last + 1, output: pipe)
      // It is killed after some of its saves. The calls of the system in between make it another part of the next one.
      let saves = Int.random(in: 1...4, using: &numbers)
      var text = Data()
      while text.count(where: { $0 == UInt8(ascii: "\n") }) < saves {
        let more = pipe.fileHandleForReading.availableData
        try #require(!more.isEmpty, "it ended by itself")
        text.append(more)
      }
      for _ in 0..<Int.random(in: 0..<20_000, using: &numbers) { kill(victim.processIdentifier, 0) }
      kill(victim.processIdentifier, SIGKILL)
      while case let more = pipe.fileHandleForReading.availableData, !more.isEmpty { text.append(more) }
      victim.waitUntilExit()
      let told = String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }.last ?? last
      found = try await store.read((0..<5).map(id) + [id(9)]).map {
        $0.map { String(decoding: $0.contents, as: UTF8.self) }
      }
      let (set, single) = (found[0].flatMap { Int($0) } ?? 0, found[5].flatMap { Int($0) } ?? 0)
      #expect(Set(found[0..<4]) == [found[0]], "round \(round): \(found)")
      #expect(found[4] == (set % 2 == 0 ? nil : found[0]), "round \(round): \(found)")
      // Number told + 1 may be done as well.
      let newest = max(set, single)
      #expect(newest == told || newest == told + 1, "round \(round): \(found), and \(told) was told")
      last = newest
      // Whoever comes next to these ids puts right what was left, and the index agrees then.
      _ = try await store.write((0..<10).map { ShelfWrite(id($0), .check) })
      let keys = try await store.find(ShelfSearch("Number", field, limit: 99)).filter { $0.id != id(9) }
      #expect(keys.map(\.key).allSatisfy { $0 == ShelfKey.integer(Int64(set)).bytes }, "round \(round)")
    }
    let faults = try await store.check().faults
    #expect(faults.isEmpty, "\(faults)")
    #expect(last > 200)
  }

  @Test func `two processes and this one count one number up, and lose none`() async throws {
    let store = place.store()
    let heard = Shared(0)
    let watch = try await store.observe { _ in heard.with { $0 += 1 } }
    let processes = try (0..<2).map { _ in try start("count", 200) }
    for _ in 0..<200 {
      while true {
        let old = try await store.read([id(0)])[0]
        let number = old.flatMap { Int(String(decoding: $0.contents, as: UTF8.self)) } ?? 0
        let expected = old.map { ShelfWrite.Expectation.revision($0.revision) } ?? .nothing
        if try await store.writes(.put(id(0), "\(number + 1)", expecting: expected, type: "Number")) { break }
      }
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    #expect(try await store.text(id(0)) == "600")
    try await heard.wait { $0 > 0 }
    withExtendedLifetime(watch) {}
  }
}

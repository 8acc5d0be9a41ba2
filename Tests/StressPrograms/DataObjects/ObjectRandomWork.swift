import DataObjects
import Foundation
import ORDA

/// Tasks of the main actor and a second process fetch, change, relate, insert and delete the same rows at random; in the end every
/// live object of both must be as its row.
@MainActor
struct ObjectRandomWork {
  private static let count: Int64 = 60
  private static let tasks = 6
  private let url: String

  init(_ url: String) { self.url = url }

  func run(for duration: Duration) async throws -> [String] {
    let store = try await DataStore(url: url, model: .stress, createsTables: true)
    let (input, output) = (Pipe(), Pipe())
    let seconds = Int(duration.components.seconds)
    let process = try ObjectStress.start(url, seconds, "--second", input: input, output: output)
    let (held, failures, works) = try await work(store, for: duration)
    // Both have written all before either looks.
    let ready = await Self.line(of: output)
    input.fileHandleForWriting.write(Data("look\n".utf8))
    var faults = failures
    if ready == nil { faults.append("the second process ended early") }
    faults += try await ObjectAgreement(url, store, held).faults()
    let others = await Task.detached { output.fileHandleForReading.readDataToEndOfFile() }.value
    process.waitUntilExit()
    faults += String(decoding: others, as: UTF8.self).split(separator: "\n").map { "second process: \($0)" }
    if process.terminationStatus != 0 { faults.append("the second process ended with \(process.terminationStatus)") }
    print("\(works) works of this process, \(held.items.count) items and \(held.parts.count) parts held in the end")
    try await store.close()
    return faults
  }

  func second(for duration: Duration) async throws {
    let store = try await DataStore(url: url, model: .stress)
    let (held, failures, _) = try await work(store, for: duration)
    FileHandle.standardOutput.write(Data("ready\n".utf8))
    _ = await Task.detached { readLine() }.value
    for fault in try await failures + ObjectAgreement(url, store, held).faults() {
      FileHandle.standardOutput.write(Data("\(fault)\n".utf8))
    }
    try await store.close()
  }

  private static func line(of pipe: Pipe) async -> String? {
    await Task.detached {
      let data = pipe.fileHandleForReading.availableData
      return data.isEmpty ? nil : String(decoding: data, as: UTF8.self)
    }.value
  }

  /// Works until the time is over, and returns when all of it is written.
  private func work(_ store: DataStore, for duration: Duration) async throws -> (HeldObjects, [String], Int) {
    let held = HeldObjects()
    let failures = ObjectFailures(store)
    let end = ContinuousClock.now + duration
    let workers = (0..<Self.tasks).map { _ in Task { try await workUntil(end, store, held) } }
    var works = 0
    for worker in workers { works += try await worker.value }
    await store.flush()
    return (held, await failures.told, works)
  }

  private func workUntil(_ end: ContinuousClock.Instant, _ store: DataStore, _ held: HeldObjects) async throws -> Int {
    var works = 0
    while ContinuousClock.now < end {
      try await workOnce(store, held)
      works += 1
      if works.isMultiple(of: 3) { await Task.yield() }
      if Int.random(in: 0..<20) == 0 { try await Task.sleep(for: .milliseconds(Int.random(in: 0...5))) }
    }
    return works
  }

  private func workOnce(_ store: DataStore, _ held: HeldObjects) async throws {
    let id = Int64.random(in: 0..<Self.count)
    let number = Int64.random(in: 0..<1_000_000)
    switch Int.random(in: 0..<20) {
    case 0, 1: if let item = try await store.object(ItemObject.self, id) { held.add(item) }
    case 2:
      let items = try await store.fetch(ItemObject.self, where: "number < \(number)", orderBy: "number", limit: 10)
      for item in items { held.add(item) }
    case 3: for line in try await store.objects(ItemLineObject.self, [id, id + 1]) { held.lines[line.uniqueID] = line }
    case 4:
      for gauge in try await store.objects(GaugeObject.self, [id, id + 1]) { held.gauges[gauge.uniqueID] = gauge }
    case 5, 6: if let item = live(held.items.values.randomElement()) { change(item, number) }
    case 7:
      for item in held.items.values.shuffled().prefix(5) { if let item = live(item) { item.number = number } }
    case 8: if let line = live(held.lines.values.randomElement()) { line.name = "line \(number)" }
    case 9:
      if let gauge = live(held.gauges.values.randomElement()) {
        gauge.number = number
        if Bool.random() { gauge.text = "\(number)" }
      }
    case 10, 11: if let item = live(held.items.values.randomElement()) { relate(item, held, number) }
    case 12: insert(id, number, store, held)
    case 13:
      let gauge = store.insert(GaugeObject(id: id))
      held.gauges[id] = gauge
      gauge.number = number
    case 14:
      if Bool.random() {
        store.delete(ItemObject.self, ids: [id])
      } else if let part = live(held.parts.values.randomElement()) {
        store.delete(part)
      }
    case 15: if Int.random(in: 0..<4) == 0 { store.delete(GaugeObject.self, ids: [id]) }
    case 16: try store.update(ItemObject.self, set: .set(\.number, number), ids: [id, id + 3, id + 5])
    case 17:
      try await store.update(
        ItemObject.self, set: .set(\.name, "all \(number)"), where: "number > \(number) AND uniqueID <> \(id)")
    case 18:
      try await store.perform { db in
        try db.execute("UPDATE stress_items SET weight = \(Double(number)) WHERE uniqueID = \(id)")
        try db.execute("UPDATE stress_parts SET number = \(number) WHERE number < \(number / 4)")
      }
    default:
      held.forgetSome()
      if let item = live(held.items.values.randomElement()) { try await store.revert(item) }
    }
  }

  /// One that can still be changed.
  private func live<Object: DataObject>(_ object: Object?) -> Object? {
    guard let object, !object.isDeleted else { return nil }
    return object.replacedBy ?? object
  }

  private func change(_ item: ItemObject, _ number: Int64) {
    switch number % 4 {
    case 0: item.name = "item \(number)"
    case 1: item.weight = nil
    case 2: item.weight = Double(number) / 4
    default: (item.name, item.number) = ("both \(number)", number)
    }
  }

  private func relate(_ item: ItemObject, _ held: HeldObjects, _ number: Int64) {
    var parts = (number.isMultiple(of: 2) ? item.first : item.second).filter { !$0.isDeleted }
    switch number % 5 {
    case 0: parts.shuffle()
    case 1: if !parts.isEmpty { parts.removeLast() }
    case 2:
      if let part = live(held.parts.values.randomElement()), !parts.contains(where: { $0 === part }) {
        parts.append(part)
      }
    default:
      let part = PartObject(id: UUID().uuidString)
      part.number = number
      held.parts[part.uniqueID] = part
      parts.insert(part, at: 0)
    }
    parts = Array(parts.prefix(6))
    if number.isMultiple(of: 2) { item.first = parts } else { item.second = parts }
  }

  private func insert(_ id: Int64, _ number: Int64, _ store: DataStore, _ held: HeldObjects) {
    let made = ItemObject(id: id)
    made.name = "new \(number)"
    made.number = number
    let item = store.insert(made)
    held.add(item)
    if number.isMultiple(of: 3) { relate(item, held, number) }
  }
}

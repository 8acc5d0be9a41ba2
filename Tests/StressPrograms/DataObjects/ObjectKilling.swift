import DataObjects
import Foundation
import ORDA

/// A second process is killed at random moments while it saves turns. A turn that it told as flushed must be there, and of each all
/// or nothing.
@MainActor
struct ObjectKilling {
  private static let ids: [Int64] = [1, 2, 3, 4, 5]
  private let url: String

  init(_ url: String) { self.url = url }

  func run(_ times: Int) async throws -> [String] {
    let store = try await DataStore(url: url, model: .stress, createsTables: true)
    for id in Self.ids {
      store.insert(ItemObject(id: id))
      store.insert(GaugeObject(id: id))
    }
    try await store.close()
    let governor = try await ORDA.open(url)
    var faults: [String] = []
    var between = 0
    var told: Int64 = 0
    for round in 1...times {
      if let last = try Self.kill(url) { told = last }
      let found = try await Self.turns(in: governor)
      guard found.count == 1, let turn = found.first else {
        faults.append("round \(round): there is \(found.sorted()) of one turn")
        continue
      }
      if turn > told { between += 1 }
      if turn < told { faults.append("round \(round): \(told) was told as flushed, and \(turn) is there") }
      told = turn
    }
    print("killed \(times) times at turns up to \(told), \(between) of them after a commit that was not told")
    try await governor.close()
    return faults
  }

  /// The numbers that what a turn has set bears, all of them the same if there is none by halves.
  private static func turns(in governor: any Governor) async throws -> Set<Int64> {
    try await governor.transaction(readOnly: true) { transaction in
      var turns = Set(try await transaction.query(Int64.self, "SELECT number FROM stress_items"))
      turns.formUnion(try await transaction.query(Int64.self, "SELECT number FROM stress_gauges"))
      // There is no part until a turn is flushed.
      let last = try await transaction.first(Int64.self, "SELECT COALESCE(MAX(number), 0) FROM stress_parts") ?? 0
      turns.insert(last)
      let links = try await transaction.query(
        Int64.self,
        "SELECT number FROM stress_first JOIN stress_parts ON stress_parts.uniqueID = part WHERE item = 1 ORDER BY ix")
      turns.insert(links.first ?? 0)
      return turns
    }
  }

  /// Starts a process and kills it; what it told last.
  private static func kill(_ url: String) throws -> Int64? {
    let output = Pipe()
    let process = try ObjectStress.start(url, 1, "--victim", output: output)
    // Some are killed while they open the store.
    usleep(UInt32.random(in: 0...250_000))
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return text.split(separator: "\n").compactMap { Int64($0) }.last
  }

  /// Saves turns until it is killed, and tells each number when it is flushed; some turns are on their way together.
  func victim() async throws {
    let store = try await DataStore(url: url, model: .stress)
    let items = try await store.objects(ItemObject.self, Self.ids)
    let gauges = try await store.objects(GaugeObject.self, Self.ids)
    guard items.count == Self.ids.count, gauges.count == Self.ids.count else { exit(1) }
    var turn = items[0].number
    while true {
      turn += 1
      let part = PartObject(id: "\(turn)")
      part.number = turn
      for item in items { item.number = turn }
      for gauge in gauges { gauge.number = turn }
      items[0].first = [part] + items[0].first.prefix(3)
      if Bool.random() {
        await store.flush()
        FileHandle.standardOutput.write(Data("\(turn)\n".utf8))
      } else {
        await Task.yield()
      }
    }
  }
}

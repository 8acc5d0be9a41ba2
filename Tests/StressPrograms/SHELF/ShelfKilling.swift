import Foundation
import SHELF

/// A second process is killed at random moments while it saves batches. What it told as saved must be there, and of each batch all
/// or nothing.
struct ShelfKilling {
  let url: String
  private static let ids = (0..<10).map { ShelfId.known(2_000_000 + $0) }

  init(_ url: String) { self.url = url }

  func run(_ times: Int) async throws -> [String] {
    let shelf = try Shelf(at: url)
    try await shelf.save(Self.ids.map { ShelfPart(id: $0, round: 0) })
    var faults: [String] = []
    var between = 0
    for round in 1...times {
      let told = try Self.kill(url)
      shelf.cacheLimit = 0
      let parts = try await shelf.objects(withIds: Self.ids, as: ShelfPart.self)
      let rounds = Set(parts.map { $0?.round ?? -1 })
      guard rounds.count == 1, let found = rounds.first else {
        faults.append("round \(round): parts of \(rounds.sorted()) in one batch")
        continue
      }
      if let told {
        if found == told + 1 { between += 1 }
        if found < told { faults.append("round \(round): \(told) was told as saved, and \(found) is there") }
      }
    }
    print("killed \(times) times, \(between) of them between a save and its being told")
    await shelf.close()
    return faults
  }

  /// Starts a process and kills it; what it told last.
  private static func kill(_ url: String) throws -> Int? {
    let output = Pipe()
    let process = try ShelfStress.start(url, 1, "--victim", output: output)
    // Some are killed while they open the shelf.
    usleep(UInt32.random(in: 0...120_000))
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return text.split(separator: "\n").compactMap { Int($0) }.last
  }

  /// Saves until it is killed, and tells each number when it is saved.
  func victim() async throws {
    let shelf = try Shelf(at: url)
    var round = try await shelf.object(withId: Self.ids[0], as: ShelfPart.self)?.round ?? 0
    while true {
      round += 1
      try await shelf.save(Self.ids.map { ShelfPart(id: $0, round: round) })
      FileHandle.standardOutput.write(Data("\(round)\n".utf8))
    }
  }
}

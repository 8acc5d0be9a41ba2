import Foundation
import ORDA
import Testing

/// ORDA_FUZZ_CONVERSATIONS has more of them than 400, and ORDA_FUZZ_SEED others.
@Suite("A server whose every answer may be damaged", .timeLimit(.minutes(10)))
struct FuzzTests {
  @Test("harms nobody", arguments: [false, true])
  func conversations(isCompressed: Bool) async {
    await #expect(processExitsWith: .success) { [isCompressed] in
      try await Threads.offload {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["ORDA_FUZZ_CONVERSATIONS"].flatMap { Int($0) } ?? 400
        let seed = environment["ORDA_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
        let good = try Recording.answers(isCompressed: isCompressed)
        // A program that was let down connects again, and is given the same.
        let current = Shared(good)
        let server = try Replay(isCompressed: isCompressed) { number in (current.with { $0 }, number == 0) }
        let before = (resident: residentBytes(), files: openFiles(below: "socket:"))
        var refused = 0
        for number in 0...count {
          if number > 0 { current.with { $0 = FuzzTests.damaged(good, seed &+ UInt64(number)) } }
          let error = Encounter.error {
            let db = try Encounter.open(port: server.port, "tls=disable&pool.max=1&compression=\(isCompressed)")
            defer { try? db.close(within: .zero) }
            try Recording.converse(db)
          }
          // The first one is not damaged, but for the error that it should have.
          if number == 0 { #expect(error?.kind == .noSuchTable, "\(String(describing: error))") }
          if error != nil { refused += 1 }
        }
        #expect(refused > count / 2)
        #expect(residentBytes() - before.resident < 300 << 20)
        #expect(openFiles(below: "socket:") <= before.files + 8)
      }
    }
  }

  /// The same answers with a few changes, which depend on the number alone.
  static func damaged(_ good: [Replay.Answer], _ number: UInt64) -> [Replay.Answer] {
    var bytes = damaged(good.flatMap(\.bytes), number)[...]
    var answers = good
    for index in answers.indices {
      answers[index].bytes = Array(index < answers.count - 1 ? bytes.prefix(good[index].bytes.count) : bytes)
      bytes = bytes.dropFirst(good[index].bytes.count)
    }
    return answers
  }

  private static func damaged(_ good: [UInt8], _ number: UInt64) -> [UInt8] {
    var random = Seeded(number)
    var bytes = good
    // Most of the damage is done early in some, so that connecting is tried too, and anywhere in others.
    let reach = Bool.random(using: &random) ? bytes.count : min(bytes.count, 600)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0..<min(reach, bytes.count), using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes[place] = random.byte()
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes[place] = [0, 1, 250, 251, 252, 253, 254, 255].randomElement(using: &random) ?? 0
      case 3: bytes.remove(at: place)
      case 4: bytes.insert(random.byte(), at: place)
      case 5: bytes.removeSubrange(place..<min(place + Int.random(in: 1...40, using: &random), bytes.count))
      case 6:
        let piece = Array(bytes[place..<min(place + Int.random(in: 1...200, using: &random), bytes.count)])
        bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &random))
      default:
        for offset in place..<min(place + 8, bytes.count) { bytes[offset] = 255 }
      }
      if bytes.count < 10 { break }
    }
    return bytes
  }
}

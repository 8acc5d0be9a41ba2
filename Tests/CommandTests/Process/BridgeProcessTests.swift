import Foundation
import TestSupport
import Testing

@testable import Command
@testable import ORDAImport

/// `orda bridge`, run as a process.
@Suite(.ownThread) struct BridgeProcessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("What docs/bridge.md shows is what happens")
  func documentation() async throws {
    let page = try String(contentsOf: Self.root.appendingPathComponent("docs/bridge.md"), encoding: .utf8)
    let lines = page.components(separatedBy: "\n")
    let requests = lines.filter { $0.hasPrefix("→ ") }.map { String($0.dropFirst(2)) }
    let answers = lines.filter { $0.hasPrefix("← ") }.map { String($0.dropFirst(2)) }
    #expect(requests.count >= 28)
    #expect(Operation.allCases.allSatisfy { op in requests.contains { $0.contains("\"op\":\"\(op.rawValue)\"") } })
    let run = try await orda(
      "bridge", "sqlite::memory:", input: requests.joined(separator: "\n") + "\n", in: folder)
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(run.output.split(separator: "\n").map(String.init) == answers)
  }

  @Test("Who waits for an answer before asking on gets it")
  func interactive() throws {
    let bridge = try BridgeProcess("sqlite::memory:")
    for number in 1...3 {
      try bridge.send("{\"id\":\(number),\"op\":\"ping\"}\n")
      #expect(try bridge.line() == "{\"id\":\(number)}")
    }
    try bridge.send(#"{"id":4,"op":"begin"}"# + "\n" + #"{"id":5,"op":"pi"#)
    #expect(try bridge.line() == #"{"id":4,"isolation":"serializable"}"#)
    try bridge.send("ng\"}\n")
    #expect(try bridge.line() == #"{"id":5}"#)
    #expect(try bridge.end() == 0)
  }

  @Test("Temporary tables last, also beside a file; what is not committed is gone")
  func oneConnection() async throws {
    let requests = [
      "CREATE TEMP TABLE here (a)", "CREATE TABLE there (a)", "INSERT INTO here VALUES (1)",
      "INSERT INTO there VALUES (2)",
      "SELECT * FROM here, there",
    ].map { "{\"op\":\"execute\",\"sql\":\"\($0)\"}\n" }
    let first = try await orda(
      "bridge", "sqlite:x.db?foreign-keys=false",
      input: requests.joined() + "{\"op\":\"begin\"}\n" + requests[3], in: folder)
    #expect(first.status == 0)
    #expect(first.output.contains("\"rows\":[[1,2]]"))
    let second = try await orda(
      "bridge", "sqlite:x.db", input: #"{"op":"execute","sql":"SELECT a FROM there"}"#, in: folder)
    #expect(second.output.contains("\"rows\":[[2]]"))
    #expect(folder.names == ["x.db"])
  }

  @Test("A database that can't be opened, and a command that makes no sense")
  func failures() async throws {
    let missing = try await orda("bridge", "sqlite:nowhere.db?mode=rw", in: folder)
    #expect(missing.status == 1)
    #expect(missing.output == "")
    #expect(missing.error.hasPrefix("orda: cannotOpen"))
    let wrong = try await orda("bridge", "sqlite::memory:?pool.mx=1", in: folder)
    #expect(wrong.status == 1)
    #expect(wrong.error.contains("did you mean 'pool.max'?"))
    for arguments in [["bridge"], ["bridge", "sqlite::memory:", "--longest-line", "0"]] {
      let run = try await BuiltProgram(name: "orda").run(arguments, in: folder)
      #expect(run.status == 64)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "only Linux has a device that is full"))
  func outputThatCannotBeWrittenEndsTheBridge() async throws {
    let input = Array((#"{"op":"ping"}"# + "\n").utf8)
    let run = try await BuiltProgram(name: "orda").run(
      ["bridge", "sqlite::memory:"], input: input, output: "/dev/full", in: folder)
    #expect(run.status == 1)
    #expect(run.error.hasSuffix("can't be written: No space left on device\n"))
  }

  /// How many lines, by the environment variable `ORDA_HOSTILE_LINES`: `Scripts/fuzz.sh bridge` sends a million.
  private static let hostileLines = Int(ProcessInfo.processInfo.environment["ORDA_HOSTILE_LINES"] ?? "") ?? 10_000

  @Test("Each hostile line gets one answer, and memory does not grow")
  func hostileLines() throws {
    let bridge = try BridgeProcess("sqlite::memory:", "--longest-line", "1")
    var lines = HostileLines(seed: 3)
    var early = 0
    let pieces = Self.hostileLines / 50
    for piece in 0..<pieces {
      // The first tenth comes to know all sorts of lines, and fills what may be filled.
      if piece == pieces / 10 { early = try bridge.residentKilobytes() }
      var sent: [UInt8] = []
      for _ in 0..<50 { sent += lines.next() + [0x0A] }
      try bridge.send(sent)
      let answers = try bridge.lines(50)
      try #require(answers.count == 50, "the bridge is gone")
      for answer in answers {
        let json = try answer.withUnsafeBufferPointer { try JSONReader.read($0) }
        guard case .object(let members) = json else { return #expect(Bool(false), "\(json) is no answer") }
        #expect(members.first?.name == "id")
      }
    }
    let late = try bridge.residentKilobytes()
    try bridge.send(#"{"id":"last","op":"ping"}"# + "\n")
    #expect(try bridge.line() == #"{"id":"last"}"#)
    #expect(try bridge.end() == 0)
    #expect(early > 0)
    #expect(late < early + 8 << 10, "\(early) KiB after a tenth of the lines, \(late) KiB at the end")
  }
}

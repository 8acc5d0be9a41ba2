#if Shelf
  import Foundation
  import TestSupport
  import Testing

  @Suite("orda shelf on both databases", .ownThread) struct ShelvesOnBothTests {
    private static let ids = ["AAAAAAAAQACAAAAAAAAAAQ", "AAAAAAAAQACAAAAAAAAAAg"]

    @Test(
      "prints the same, and copies from either into either", arguments: CommandDatabase.allCases,
      CommandDatabase.allCases
    )
    func same(_ database: CommandDatabase, _ target: CommandDatabase) async throws {
      let (made, other) = (try database.made(), try target.made())
      func run(_ name: String, _ arguments: String..., input: String = "") async throws -> String {
        let outcome = try await BuiltProgram(name: "orda").run(
          ["shelf", name, made.url] + arguments, input: Array(input.utf8), in: made.folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        return outcome.output
      }
      for (id, name) in zip(Self.ids, ["🧡\\u0000", "é"]) {
        #expect(try await run("put", "--type", "Nämé", input: #"{"id":"\#(id)","name":"\#(name)"}"#) == id + "\n")
      }
      let lines = Self.ids.map { "\($0),Nämé\n" }.joined()
      #expect(try await run("list", "--format", "csv") == "id,type\n" + lines)
      #expect(try await run("query", "Nämé", "--where", #"name = "é""#, "--ids") == Self.ids[1] + "\n")
      #expect(try await run("check") == "2 objects, 0 references; nothing is wrong\n")
      let url = other.url.hasPrefix("sqlite:") ? "sqlite:\(other.folder.file("copy.db"))" : other.url
      #expect(try await run("copy", url).hasPrefix("2 of 2 objects copied"))
      #expect(try await run("delete", Self.ids[0]) == "")
      let copy = try await BuiltProgram(name: "orda").run(["shelf", "get", url, Self.ids[0]], in: made.folder)
      #expect(copy.output == #"{"id":"\#(Self.ids[0])","name":"🧡\u0000"}"# + "\n")
    }

    @Test("A watch hears of what other programs write", arguments: CommandDatabase.allCases)
    func watch(_ database: CommandDatabase) async throws {
      let made = try database.made()
      func put(_ number: Int) async throws {
        let json = #"{"id":"\#(Self.ids[0])","n":\#(number)}"#
        let outcome = try await BuiltProgram(name: "orda").run(
          ["shelf", "put", made.url, "--type", "A"], input: Array(json.utf8), in: made.folder)
        #expect(outcome.status == 0, "\(outcome.error)")
      }
      try await put(0)
      let program = try RunningProgram(["shelf", "watch", made.url, "--count", "1"], in: made.folder)
      var number = 0
      while program.output.isEmpty {
        number += 1
        try await put(number)
      }
      #expect(try program.end(afterExit: true).output == "saved    \(Self.ids[0])  A\n")
    }
  }
#endif

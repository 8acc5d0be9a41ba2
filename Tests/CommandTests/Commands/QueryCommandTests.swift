import ArgumentParser
import ORDA
import Testing

@testable import Command

@Suite struct QueryCommandTests {
  private let database = ScriptedDatabase()
  private let terminal = Terminal(isTerminal: false, reportedWidth: nil) { _ in nil }

  private func run(_ arguments: [ParameterValue] = []) throws -> String {
    var text = ""
    try QueryCommand.run("SELECT", arguments, on: database, terminal: terminal) { text += $0 }
    return text
  }

  @Test func rowsAreATable() throws {
    database.columns = ["n", "t", "b"]
    database.rows = [[.int(1), .text("x\n"), .bytes([1])], [.double(0.5), .null, .bytes([])]]
    #expect(
      try run() == """
        ┌─────┬──────┬───────┐
        │   n │ t    │ b     │
        ├─────┼──────┼───────┤
        │   1 │ x\\n  │ x'01' │
        │ 0.5 │ NULL │ x''   │
        └─────┴──────┴───────┘
        2 rows

        """)
  }

  @Test func changesAreTold() throws {
    database.outcome = Outcome(changed: 1, lastID: 7)
    #expect(try run() == "1 row changed, last ID 7\n")
    database.outcome = Outcome()
    #expect(try run() == "done\n")
  }

  @Test func parametersArePassedOn() throws {
    _ = try run([ParameterValue(name: "a", value: .int(1)), ParameterValue(name: nil, value: .null)])
    #expect(database.arguments == ["a=int 1", "NULL"])
  }

  @Test func commandLines() throws {
    let query = try #require(try Command.parseAsRoot(["query", "u:", "S", "1", "--", "-2"]) as? QueryCommand)
    #expect(query.values == ["1", "-2"])
    let named = try #require(
      try Command.parseAsRoot(["query", "u:", "S", "--param", "a=-1", "--param=b=2"]) as? QueryCommand)
    #expect(named.named == ["a=-1", "b=2"])
  }

  @Test(arguments: [
    ["query"], ["query", "u:"], ["query", "u:", "S", "1", "--param", "a=1"], ["query", "u:", "S", "hex:x"],
    ["query", "u:", "S", "--param", "a"], ["import", "u:", "t"], ["import", "u:", "t", "f", "--delimiter", ",,"],
    ["import", "u:", "t", "-", "--create"], ["import", "u:", "", "f"], ["nonsense"], ["tables"],
  ]) func usageErrorsHaveCode64(_ arguments: [String]) {
    #expect { try Command.parseAsRoot(arguments) } throws: { Command.exitCode(for: $0).rawValue == 64 }
  }
}

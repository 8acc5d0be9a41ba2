import Testing

@testable import Command

@Suite struct DotCommandTests {
  @Test(arguments: [
    (".read a.sql", [".read", "a.sql"]),
    ("  .import 'my file.csv' \"a table\"  --create", [".import", "my file.csv", "a table", "--create"]),
    (".x '' a'b c'd", [".x", "", "ab cd"]), (".", ["."]),
  ]) func words(_ line: String, _ words: [String]) throws {
    #expect(try DotCommand.words(of: line) == words)
  }

  @Test func quotesMustBeClosed() {
    #expect(throws: ShellError.self) { try DotCommand.words(of: ".read 'a") }
  }

  @Test func namesAreFoundInAnyCase() {
    #expect(DotCommand.named("TABLES")?.name == "tables")
    #expect(DotCommand.named("exit")?.name == "quit")
    #expect(DotCommand.named("mode")?.name == "format")
    #expect(DotCommand.named("tabels") == nil)
  }

  @Test(arguments: [
    ("sqlite:a.db", "sqlite:a.db?pool.max=1&pool.reset=false&pool.idle-transaction=0&slow-statement=0"),
    ("sqlite:a.db?mode=ro", "sqlite:a.db?mode=ro&pool.max=1&pool.reset=false&pool.idle-transaction=0&slow-statement=0"),
    (
      "sqlite:a.db?Pool.MAX=3&pool.idle-transaction=5s",
      "sqlite:a.db?Pool.MAX=3&pool.idle-transaction=5s&pool.reset=false&slow-statement=0"
    ),
    ("nonsense", "nonsense"),
  ]) func aShellHasOneConnection(_ url: String, _ opened: String) throws {
    useDrivers()
    #expect(try ShellSession.withDefaults(url) == opened)
  }
}

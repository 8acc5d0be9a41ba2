import Testing

@testable import Command

@Suite struct TerminalTests {
  private func terminal(_ isTerminal: Bool = true, width: Int? = 120, _ variables: [String: String] = [:]) -> Terminal {
    Terminal(isTerminal: isTerminal, reportedWidth: width, environment: .init { variables[$0] })
  }

  @Test func aTerminal() {
    let terminal = terminal()
    #expect(terminal.width == 120)
    #expect(terminal.usesColor)
    #expect(terminal.usesBoxes)
  }

  @Test func noTerminal() {
    let terminal = terminal(false, width: nil, ["COLUMNS": "100"])
    #expect(terminal.width == nil)
    #expect(!terminal.usesColor)
  }

  @Test func widthByTheEnvironment() {
    #expect(terminal(width: nil, ["COLUMNS": "100"]).width == 100)
    #expect(terminal(width: nil, ["COLUMNS": "-1"]).width == 80)
    #expect(terminal(width: nil, ["COLUMNS": "wide"]).width == 80)
    #expect(terminal(width: 120, ["COLUMNS": "100"]).width == 120)
  }

  @Test func coloursAreSwitchedOff() {
    #expect(!terminal(["NO_COLOR": "1"]).usesColor)
    #expect(terminal(["NO_COLOR": ""]).usesColor)
    #expect(!terminal(["TERM": "dumb"]).usesColor)
  }

  @Test func boxesNeedUTF8() {
    #expect(terminal(["LANG": "de_DE.UTF-8"]).usesBoxes)
    #expect(terminal(["LANG": "C.utf8"]).usesBoxes)
    #expect(!terminal(["LANG": "de_DE.ISO-8859-1"]).usesBoxes)
    #expect(!terminal(["LC_ALL": "C", "LANG": "de_DE.UTF-8"]).usesBoxes)
    #expect(terminal(["LC_ALL": "", "LANG": "de_DE.UTF-8"]).usesBoxes)
  }

  private func terminal(_ variables: [String: String]) -> Terminal { terminal(true, variables) }

  @Test func styles() {
    #expect(Style.plain.bold("x") == "x")
    #expect(Style.colored.bold("x") == "\u{1B}[1mx\u{1B}[0m")
    #expect(Style.colored.dim("") == "")
  }
}

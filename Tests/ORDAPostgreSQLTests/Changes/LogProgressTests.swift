import Testing

@testable import ORDAPostgreSQL

/// What is waited for before rows are read.
@Suite struct LogProgressTests {
  @Test("Who reads while a transaction is handed over waits until everybody sees it") func early() throws {
    let progress = LogProgress("")
    progress.resume(behind: 1)
    _ = progress.begin(nil, told: 104)
    var answers = ["100:105:104", "100:105:104", "106:106:"]
    progress.waitUntilVisible { VisibleTransactions(answers.removeFirst()) }
    #expect(answers == [])
    progress.end(nil, delay: nil)
    // It is known to be seen.
    progress.waitUntilVisible {
      Issue.record("asked again")
      return nil
    }
  }

  @Test("An own transaction is seen once its commit was answered") func own() {
    let progress = LogProgress("")
    progress.resume(behind: 1)
    progress.end(1, delay: nil)
    progress.expect(2, nil)
    #expect(progress.begin(2, told: 104).isAwaited)
    progress.end(2, delay: nil)
    progress.wait(for: 2, after: .zero) { Issue.record("told already") }
    progress.waitUntilVisible {
      Issue.record("asked")
      return nil
    }
  }
}

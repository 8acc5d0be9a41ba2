import Testing

@testable import ORDAMariaDB

@Suite("What is waited for before rows are read") struct LogProgressTests {
  @Test("Who reads while a transaction is handed over waits until everybody sees it")
  func early() throws {
    let start = try #require(LogPosition("0-1-5"))
    let progress = LogProgress(from: start)
    let transaction = try #require(GTID("0-1-6"))
    _ = progress.begin(transaction, hasNews: true)
    var answers = [start, start, LogPosition([transaction])]
    progress.waitUntilVisible { answers.removeFirst() }
    #expect(answers == [])
    progress.end(transaction, delay: nil)
    // It is known to be seen.
    progress.waitUntilVisible {
      Issue.record("asked again")
      return nil
    }
  }
}

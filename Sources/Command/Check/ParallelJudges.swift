import Dispatch
import ORDA
import ORDAThreads
import SourceCheck

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Judges statements on several processors, each with its own connections.
struct ParallelJudges: Sendable {
  let findings: SourceFindings
  /// Opens the database again, or makes one with the same schema.
  let open: @Sendable () throws -> any Governor
  /// What to do on a connection before statements are prepared.
  let prepare: @Sendable (Connection, DatabaseLanguage) throws -> Void

  /// With fewer statements than this, another connection costs more than it gains.
  private static let share = 200

  /// The verdict on each statement, in order.
  ///
  /// - Throws: The first error of a database about itself.
  func verdicts() throws -> [Verdict] {
    let statements = findings.statements
    let count = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount, statements.count / Self.share))
    let results = Lock([Int: Result<[Verdict], any Error>]())
    DispatchQueue.concurrentPerform(iterations: count) { number in
      let part = statements[(statements.count * number / count)..<(statements.count * (number + 1) / count)]
      let result = Result { try judge(part) }
      results.withLock { $0[number] = result }
    }
    return try results.withLock { $0 }.sorted { $0.key < $1.key }.flatMap { try $0.value.get() }
  }

  private func judge(_ statements: ArraySlice<FoundStatement>) throws -> [Verdict] {
    let database = try open()
    let language = database.language
    return try database.withConnection { connection in
      try prepare(connection, language)
      let judge = try StatementJudge(connection, language, findings)
      return try statements.map { try judge.judge($0) }
    }
  }
}

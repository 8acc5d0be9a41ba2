import ORDA
import ORDAImport

/// ORDA for programs in any language: requests as lines of JSON, and for each, in order, one line with its answer.
///
/// Everything runs on the thread that calls ``run()``. An open transaction is a closure of ORDA's, in which requests are
/// read until one ends it: see `Bridge+Transactions.swift`.
final class Bridge {
  /// The default limit of a request, in bytes.
  static let longestLine = 64 << 20

  let database: any Governor
  private let output: Output
  private var lines: LineReader<FlushingSource>
  private let draft = Draft()
  /// The batch whose requests are being answered.
  private var batch: RequestBatch?
  var statements = Numbered<any Statement>(noun: "statement")
  var cursors = Numbered<Cursor>(noun: "cursor")
  /// The open transaction.
  var transaction: Transaction?
  /// The names of its savepoints, the innermost last.
  var savepoints: [String] = []
  /// The isolation of transactions that name none; nil for the database's default.
  var isolation: Isolation?
  /// False if the first statement after a commit or rollback begins a transaction.
  var autocommits = true

  /// How many of the transaction and its savepoints are open.
  var level: Int { transaction == nil ? 0 : savepoints.count + 1 }

  /// - Parameters:
  ///   - database: Preferably one with a single connection, since temporary tables and the like belong to one.
  ///   - input: The source of requests.
  ///   - output: The target of answers.
  init(
    _ database: any Governor, input: some ByteSource, output: Output, longestLine: Int = Bridge.longestLine
  ) {
    self.database = database
    self.output = output
    lines = LineReader(FlushingSource(source: input, output: output), limit: longestLine)
  }

  /// Answers requests until input ends or a request ends the bridge. What is not committed by then is rolled back.
  ///
  /// - Throws: If input can't be read or output can't be written.
  func run() throws {
    let ending = try serve()
    if let request = ending.request { answer(request) { _ in } }
    cursors.removeAll { _ in true }
    try output.flush()
  }

  /// The next request, after answering lines that are not requests; nil at the end of input.
  func nextRequest() throws -> Request? {
    while true {
      if let batch {
        if let request = batch.next() { return request }
        self.batch = nil
        answer(batch.request) { batch.write(to: $0) }
      }
      do {
        return try lines.next { try Request(line: $0) }
      } catch let refusal as Request.Refusal {
        answer(refusal.id, refusal.error)
      } catch let error as LineReader<FlushingSource>.TooLong {
        answer(.null, .badRequest("\(error)"))
      }
    }
  }

  /// Takes the requests of a batch, to be answered next.
  func begin(_ request: Request) {
    do {
      batch = try RequestBatch(request, checkedFor: database.dialect)
    } catch {
      answer(request, error)
    }
  }

  /// Answers a request with what the body writes, or with the error that it throws instead.
  func answer(_ request: Request, _ body: (Output) throws -> Void) {
    draft.output.write("{\"id\":")
    draft.output.writeJSON(request.id)
    do {
      try body(draft.output)
    } catch {
      draft.discard()
      return answer(request, error)
    }
    draft.output.write("}")
    draft.send(to: batch?.output ?? output)
    if batch == nil { output.write(0x0A) } else { batch?.endAnswer() }
  }

  /// Answers a request with an error.
  func answer(_ request: Request, _ error: any Error) {
    answer(request.id, error as? DatabaseError ?? DatabaseError(.other, "\(error)"))
  }

  private func answer(_ id: JSONValue, _ error: DatabaseError) {
    let output = batch?.output ?? output
    output.write("{\"id\":")
    output.writeJSON(id)
    output.write(",\"error\":")
    output.writeJSON(JSONValue(BridgeWords.restated(error)))
    output.write("}")
    if batch == nil { output.write(0x0A) } else { batch?.fail() }
  }
}

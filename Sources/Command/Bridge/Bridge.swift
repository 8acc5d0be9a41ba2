import ORDA

/// ORDA for programs in any language: requests as lines of JSON, and for each, in order, one line with its answer.
///
/// Everything runs on the thread that calls ``run()``. An open transaction is a closure of ORDA's `transaction`, in which
/// requests are read until one ends it: see `Bridge+Transactions.swift`.
final class Bridge {
  /// How many bytes a request may have, unless told otherwise.
  static let longestLine = 64 << 20

  let database: any Governor
  private let output: Output
  private var lines: LineReader<FlushingSource>
  private let draft = Draft()
  var statements = Numbered<any Statement>(noun: "statement")
  var cursors = Numbered<Cursor>(noun: "cursor")
  /// What is open: first the transaction, whose name is empty, then its savepoints, the innermost last.
  var levels: [String] = []

  /// - Parameters:
  ///   - database: Best one with a single connection, for temporary tables and the like belong to one.
  ///   - input: Where requests come from.
  ///   - output: Where answers go to.
  init(
    _ database: any Governor, input: some ByteSource, output: Output, longestLine: Int = Bridge.longestLine
  ) {
    self.database = database
    self.output = output
    lines = LineReader(FlushingSource(source: input, output: output), limit: longestLine)
  }

  /// Answers requests until input ends or a request ends the bridge. What is not committed by then is rolled back.
  ///
  /// - Throws: Where input can't be read or output can't be written.
  func run() throws {
    let ending = try serve()
    if let request = ending.request { answer(request) { _ in } }
    cursors.removeAll { _ in true }
    try output.flush()
  }

  /// The next request, with lines that are none answered on the way; nil at the end of input.
  func nextRequest() throws -> Request? {
    while true {
      do {
        return try lines.next { try Request(line: $0) }
      } catch let refusal as Request.Refusal {
        answer(refusal.id, refusal.error)
      } catch let error as LineReader<FlushingSource>.TooLong {
        answer(.null, .badRequest("\(error)"))
      }
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
    draft.output.write("}\n")
    draft.send(to: output)
  }

  /// Answers a request with an error.
  func answer(_ request: Request, _ error: any Error) {
    answer(request.id, error as? DatabaseError ?? DatabaseError(.other, "\(error)"))
  }

  private func answer(_ id: JSONValue, _ error: DatabaseError) {
    output.write("{\"id\":")
    output.writeJSON(id)
    output.write(",\"error\":")
    output.writeJSON(JSONValue(error))
    output.write("}\n")
  }
}

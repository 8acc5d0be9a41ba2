import ORDA
import ORDAImport

/// Requests sent in one: they are answered in order, up to the first whose answer is an error.
final class RequestBatch {
  /// The request that contains them.
  let request: Request
  /// Where their answers are written.
  let output: Output
  private let requests: [Request]
  private let answers = Gathered()
  private var begun = 0
  private var answered = 0
  private var failed: Int?

  private final class Gathered {
    var bytes: [UInt8] = []
  }

  /// Reads the requests, before any of them is executed.
  ///
  /// - Throws: An error of kind `badRequest` if one is invalid or not allowed in a batch; of kind `misuse` if the
  ///   number of values differs from the number of its statement's parameters.
  init(_ request: Request, checkedFor dialect: Dialect) throws {
    self.request = request
    for name in ["sql", "statement", "rows"] where request[name] != nil {
      throw DatabaseError.badRequest(
        "a batch has either \"requests\", or a statement and \"rows\"; not \"\(name)\" too")
    }
    guard case .array(let elements)? = request["requests"] else {
      throw DatabaseError.badRequest("\"requests\" is an array")
    }
    requests = try elements.enumerated().map { number, element in
      do {
        let request = try Request(element)
        try Self.check(request, dialect)
        return request
      } catch let refusal as Request.Refusal {
        throw Self.placed(refusal.error, number)
      } catch let error as DatabaseError {
        throw Self.placed(error, number)
      }
    }
    output = Output { [answers] in answers.bytes.append(contentsOf: $0) }
  }

  private static func placed(_ error: DatabaseError, _ number: Int) -> DatabaseError {
    var error = error
    error.message = "requests[\(number)]: \(error.message); nothing of the batch was done"
    return error
  }

  private static func check(_ request: Request, _ dialect: Dialect) throws {
    switch request.operation {
    case .batch, .reset, .autocommit: throw DatabaseError.badRequest("\(request.operation) has no place in a batch")
    case .close where request["statement"] == nil && request["cursor"] == nil:
      throw DatabaseError.badRequest("the end of the bridge has no place in a batch")
    case .execute, .results:
      guard let sql = try request.optionalText("sql"), try !request.flag("script") else { return }
      // Invalid statements are reported when their turn comes.
      guard let statement = try? ParsedStatement.parse(sql, interpolations: 0, dialect: dialect) else { return }
      _ = try request.parameters().resolve(statement.parameters)
    default: break
    }
  }

  /// The next request; nil if there is none, or one has failed.
  func next() -> Request? {
    guard failed == nil, begun < requests.count else { return nil }
    begun += 1
    return requests[begun - 1]
  }

  /// Call it when an answer is written.
  func endAnswer() {
    answered += 1
    output.write(0x2C)
  }

  /// Call it when an answer is written that is an error.
  func fail() {
    failed = failed ?? answered
    endAnswer()
  }

  /// Writes the answer to all: `,"answers":[…],"failed":2`.
  func write(to destination: Output) {
    // Collecting in memory does not fail.
    try? output.flush()
    destination.write(",\"answers\":[")
    destination.write(answers.bytes.dropLast())
    destination.write("],\"failed\":\(failed.map(String.init) ?? "null")")
  }
}

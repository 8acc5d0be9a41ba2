/// What is answered.
struct Answer: Sendable {
  enum Body: Sendable {
    case bytes([UInt8])
    /// Written bit by bit; whoever reads slowly makes it wait. It ends when the closure returns.
    case stream(@Sendable (any AnswerWriter) async throws -> Void)
  }

  var status: Status
  /// Those of its own; ``SafetyHeaders`` come to them.
  var headers: [(name: String, value: String)]
  var body: Body

  init(_ status: Status = .ok, type: String, body: Body) {
    self.status = status
    headers = [("Content-Type", type)]
    self.body = body
  }

  /// A whole page.
  static func page(_ html: HTML, _ status: Status = .ok) -> Answer {
    Answer(status, type: "text/html; charset=utf-8", body: .bytes(Array(html.text.utf8)))
  }

  /// A document of JSON.
  static func json(_ json: JSONText, _ status: Status = .ok) -> Answer {
    Answer(status, type: "application/json", body: .bytes(json.bytes))
  }

  /// The way to another page, which is asked for by GET.
  static func redirection(to address: Address) -> Answer {
    var answer = Answer(.seeOther, type: "text/plain; charset=utf-8", body: .bytes([]))
    answer.headers.append(("Location", address.text))
    return answer
  }

  /// A file to be kept.
  static func download(
    _ name: String, type: String, _ write: @escaping @Sendable (any AnswerWriter) async throws -> Void
  ) -> Answer {
    var answer = Answer(type: type, body: .stream(write))
    answer.headers.append(("Content-Disposition", "attachment; filename*=UTF-8''\(PercentCoding.encoded(name))"))
    return answer
  }
}

/// Where a body is written that comes bit by bit.
protocol AnswerWriter: Sendable {
  /// Returns when there is room for more.
  func write(_ bytes: [UInt8]) async throws
}

extension AnswerWriter {
  func write(_ text: String) async throws { try await write(Array(text.utf8)) }
}

/// The statuses that are answered.
enum Status: Int, Sendable {
  case ok = 200
  case seeOther = 303
  case badRequest = 400
  case unauthorized = 401
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case conflict = 409
  case contentTooLarge = 413
  case unsupportedMediaType = 415
  case misdirected = 421
  case unprocessable = 422
  case tooManyRequests = 429
  case failed = 500
  case unavailable = 503
  /// A statement was stopped. It is not 408, after which browsers send a request once more by themselves, even a POST.
  case stopped = 504
}

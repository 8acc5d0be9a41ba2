#if Server
  internal import HTTPTypes
  internal import Hummingbird
  internal import NIOCore

  /// What Hummingbird asks for each request.
  struct SiteResponder: HTTPResponder {
    let place: SitePlace

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
      guard let site = place.site else { return Response(status: .serviceUnavailable) }
      let question = Self.question(request)
      // Rows for programs are written on the thread of their database's connection, and little is left to do for them.
      let path = question.address.path
      let isShort = path.count == 3 && path.starts(with: ["api", "tables"])
      let answer = isShort ? await site.answer(question) : await LoopChannel.elsewhere { await site.answer(question) }
      return Self.response(answer, isHead: request.method == .head)
    }

    // To make a field's name of its text takes longer than to write the field.
    private static let names = Dictionary(
      ["Content-Type", "Cache-Control"].compactMap { name in HTTPField.Name(name).map { (name, $0) } },
      uniquingKeysWith: { first, _ in first })

    /// What every answer has.
    private static let safety = HTTPFields(
      SafetyHeaders.all.compactMap { header in
        HTTPField.Name(header.name).map { HTTPField(name: $0, value: header.value) }
      })

    private static func question(_ request: Request) -> Question {
      var question = Question(
        method: Question.Method(rawValue: request.method.rawValue), address: Address(reading: request.head.path ?? "/"))
      // The host of HTTP/1.1 stands in a place of its own.
      question.headers["host"] = request.head.authority
      for field in request.headers where Question.wantedHeaders.contains(field.name.canonicalName) {
        question.headers[field.name.canonicalName] = request.headers[field.name]
      }
      question.body = { limit in
        do {
          return Array(buffer: try await request.body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
          throw Problem(.contentTooLarge, "A request has \(limit) bytes at most.")
        }
      }
      question.pieces = { receive in
        for try await piece in request.body { try await receive(Array(buffer: piece)) }
      }
      return question
    }

    private static func response(_ answer: Answer, isHead: Bool) -> Response {
      var headers = safety
      for (name, value) in answer.headers {
        if let name = names[name] ?? HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
      }
      let status = HTTPResponse.Status(code: answer.status.rawValue)
      if isHead { return Response(status: status, headers: headers) }
      switch answer.body {
      case .bytes(let bytes):
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
      case .stream(let write):
        let body = ResponseBody { writer in
          let place = BodyPlace(writer)
          try await LoopChannel.elsewhere {
            try await write(place)
            try await place.writer.finish(nil)
          }
        }
        return Response(status: status, headers: headers, body: body)
      }
    }
  }

  /// A body that is written by whichever task does the work.
  private final class BodyPlace: AnswerWriter, @unchecked Sendable {
    // Proof: one task writes at a time, and the body's closure waits for it.
    var writer: any ResponseBodyWriter

    init(_ writer: any ResponseBodyWriter) { self.writer = writer }

    func write(_ bytes: [UInt8]) async throws {
      guard !bytes.isEmpty else { return }
      try await writer.write(ByteBuffer(bytes: bytes))
    }
  }
#endif

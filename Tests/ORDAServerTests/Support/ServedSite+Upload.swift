@testable import ORDAServer

/// A form with a file, as a browser sends it.
struct SentFile: Sendable {
  var name: String
  var bytes: [UInt8]
  var fields: [(name: String, value: String)] = []
  /// How many bytes come at once.
  var chunk = 1000
  /// Is done when half of it has come.
  var meanwhile: @Sendable () async throws -> Void = {}
  /// False for what just ends in the middle.
  var isWhole = true

  init(_ name: String, _ text: String) { self.init(name, bytes: Array(text.utf8)) }

  init(_ name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  static let boundary = "----a-boundary"

  var body: [UInt8] {
    var body: [UInt8] = []
    for (name, value) in fields {
      body += "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
    }
    body += "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n".utf8
    body += "Content-Type: text/csv\r\n\r\n".utf8
    return body + bytes + "\r\n--\(Self.boundary)--\r\n".utf8
  }
}

extension ServedSite {
  /// Posts a form with a file to a table's import; without one to that of new tables.
  func send(_ file: SentFile, to table: String?, _ headers: [String: String] = ["accept": "application/json"])
    async throws
    -> Reply
  {
    try await Reply(answer(file, to: table, headers))
  }

  /// The same, and the answer is not read yet.
  func answer(_ file: SentFile, to table: String?, _ headers: [String: String]) async -> Answer {
    var question = Question(method: .post, address: Address([name, "import"] + (table.map { [$0] } ?? [])))
    question.headers = [
      "host": "127.0.0.1:8080", "origin": "http://127.0.0.1:8080",
      "content-type": "multipart/form-data; boundary=\(SentFile.boundary)",
    ].merging(headers) { $1 }
    question.pieces = { receive in
      let body = file.body
      var place = 0
      for end in [body.count / 2, body.count] {
        while place < end {
          let next = min(end, place + file.chunk)
          try await receive(Array(body[place..<next]))
          place = next
        }
        guard end < body.count else { return }
        try await file.meanwhile()
        if !file.isWhole { return }
      }
    }
    return await site.answer(question)
  }
}

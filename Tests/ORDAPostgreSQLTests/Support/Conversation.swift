import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport

/// What a server said in a conversation with a client.
struct Conversation: Sendable {
  /// Each is what came until the client said something more.
  var answers: [[UInt8]] = []
  /// How often the client waited for an answer with what it said before each of them.
  private var questions: [Int] = []

  /// Passes a program's first connection on to the real server, and notes what that says.
  static func recorded(_ body: (String) throws -> Void) throws -> Conversation {
    let real = try DatabaseURL(PostgreSQLServer.url.get(), shape: .server)
    guard case .server(let server) = real.location, let port = server.hosts.first?.port else { return Conversation() }
    let recorded = Shared(Conversation())
    let isDone = Event()
    let proxy = try Listener { client, number in
      if number > 0 { return }
      defer { isDone.signal() }
      let upstream = try Wire(port: port)
      defer { upstream.close() }
      var said = ClientWords()
      var isAnswering = false
      while true {
        var sockets = [client, upstream].map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        guard poll(&sockets, 2, -1) > 0 || errno == EINTR else { return }
        if sockets[1].revents != 0 {
          let bytes = try upstream.receive()
          let questions = isAnswering ? 0 : said.takeQuestions()
          recorded.with { $0.note(bytes, asNew: !isAnswering, questions) }
          isAnswering = true
          try client.send(bytes)
        } else if sockets[0].revents != 0 {
          let bytes = try client.receive()
          isAnswering = false
          said.append(bytes)
          try upstream.send(bytes)
        }
      }
    }
    defer { proxy.stop() }
    try body("postgresql://\(server.user ?? "postgres")@127.0.0.1:\(proxy.port)/\(server.database ?? "postgres")")
    isDone.wait()
    return recorded.current
  }

  private mutating func note(_ bytes: [UInt8], asNew isNew: Bool, _ count: Int) {
    if isNew {
      answers.append([])
      questions.append(count)
    }
    answers[answers.count - 1] += bytes
  }

  /// Serves connections, each with the answers that there are then; then it hangs up.
  ///
  /// Where a client says less than the one that was recorded, it is given no answer.
  static func served(_ conversation: @escaping @Sendable () -> Conversation) throws -> Listener {
    try Listener { wire, _ in
      let conversation = conversation()
      var said = ClientWords()
      for (answer, count) in zip(conversation.answers, conversation.questions) {
        while said.questions < count {
          let bytes = try wire.receive()
          // The code of a request to stop.
          if bytes.starts(with: [0, 0, 0, 16, 0x04, 0xD2, 0x16, 0x2E]) { return }
          said.append(bytes)
        }
        said.questions -= count
        try wire.send(answer)
      }
    }
  }
}

/// What a client says: messages, some of which let it wait for an answer.
private struct ClientWords {
  private var rest: [UInt8] = []
  private var isBegun = false
  /// How many there were that let it wait.
  var questions = 0

  mutating func takeQuestions() -> Int {
    defer { questions = 0 }
    return questions
  }

  mutating func append(_ bytes: [UInt8]) {
    rest += bytes
    var place = 0
    // What a connection begins with has no type.
    while case let head = isBegun ? 1 : 0, rest.count - place >= head + 4 {
      let length = rest[(place + head)..<(place + head + 4)].reduce(0) { $0 << 8 | Int($1) }
      let end = place + head + max(length, 4)
      guard end <= rest.count else { break }
      // Of the types: Query, Sync, Flush, the end of what is copied, and a password.
      if !isBegun || "QSHcfp".utf8.contains(rest[place]) { questions += 1 }
      // The wish to encrypt has no more than a code, and the rest of the beginning comes behind it.
      if length > 8 { isBegun = true }
      place = end
    }
    rest.removeFirst(place)
  }
}

#if Server
  import Foundation
  import ORDA
  import ORDASQLite
  import TestSupport
  import Testing

  @testable import ORDAServer

  /// The server itself, over sockets.
  @Suite struct SocketTests {
    /// A server that runs until its task is cancelled.
    private final class Running: Sendable {
      let address: String
      let token: String
      let port: Int
      let db: any Governor
      private let task: Task<Void, any Error>
      private let folder: TemporaryFolder

      init(isWritable: Bool = false) async throws {
        folder = try TemporaryFolder()
        let registry = Registry()
        try SQLite.register(with: registry)
        let db = try await registry.open("sqlite:" + folder.file("music.db"))
        self.db = db
        try await db.executeScript(
          """
          CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT);
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
          INSERT INTO genre SELECT i, 'a genre of some length, number ' || i FROM n;
          """)
        let (addresses, ready) = AsyncStream<String>.makeStream()
        task = Task {
          defer { ready.finish() }
          var configuration = ServerConfiguration(databases: [db])
          configuration.isWritable = isWritable
          try await DatabaseServer(configuration).run { ready.yield($0) }
        }
        var iterator = addresses.makeAsyncIterator()
        address = try #require(await iterator.next())
        let url = try #require(URLComponents(string: address))
        port = try #require(url.port)
        token = try #require(url.queryItems?.first?.value)
      }

      /// Sends a request and reads its answer to the end of the connection.
      func ask(_ head: String, _ more: String = "") async -> String {
        let (port, text) = (port, head + "\r\nConnection: close\r\n" + more + "\r\n")
        // On a thread of its own: it blocks, and the server answers on the tasks' threads.
        return await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            var answer: [UInt8] = []
            if let wire = try? Wire(port: port) {
              try? wire.send(Array(text.utf8))
              while let bytes = try? wire.receive() { answer += bytes }
            }
            continuation.resume(returning: String(decoding: answer, as: UTF8.self))
          }
        }
      }

      func end() async {
        task.cancel()
        _ = await task.result
        try? await db.close(within: .zero)
      }
    }

    @Test func aBrowserIsLetInByTheTokenAlone() async throws {
      let server = try await Running()
      let host = "Host: 127.0.0.1:\(server.port)"
      #expect(server.address.hasPrefix("http://127.0.0.1:\(server.port)/?token="))
      let refused = await server.ask("GET / HTTP/1.1\r\n\(host)")
      #expect(refused.hasPrefix("HTTP/1.1 401") && refused.contains("WWW-Authenticate: Bearer"))
      #expect(
        await server.ask("GET /?token=\(server.token) HTTP/1.1\r\nHost: evil.example:\(server.port)").hasPrefix(
          "HTTP/1.1 421"))
      let welcome = await server.ask("GET /?token=\(server.token) HTTP/1.1\r\n\(host)")
      #expect(welcome.hasPrefix("HTTP/1.1 303"))
      #expect(welcome.contains("HttpOnly; SameSite=Strict"))
      for answer in [refused, welcome] {
        for header in SafetyHeaders.all { #expect(answer.contains("\r\n\(header.name): \(header.value)\r\n")) }
      }
      let cookie = "Cookie: orda-\(server.port)=\(server.token)"
      #expect(await server.ask("GET /music HTTP/1.1\r\n\(host)\r\n\(cookie)").contains("genre"))
      #expect(await server.ask("GET /music HTTP/1.1\r\n\(cookie)").hasPrefix("HTTP/1.1 4"))
      #expect(await server.ask("PUT /music HTTP/1.1\r\n\(host)\r\n\(cookie)").hasPrefix("HTTP/1.1 405"))
      let evil = "Origin: http://evil.example\r\nContent-Length: 0"
      #expect(
        await server.ask("POST /music/stop HTTP/1.1\r\n\(host)\r\n\(cookie)\r\n\(evil)").hasPrefix("HTTP/1.1 403"))
      await server.end()
    }

    @Test func formsThatAreTooLongAreRefused() async throws {
      let server = try await Running()
      let head = """
        POST /music/stop HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(server.token)\r\n\
        Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 2000000
        """
      let answer = await server.ask(head, "\r\n" + String(repeating: "a", count: 2_000_000))
      #expect(answer.hasPrefix("HTTP/1.1 413") || answer.isEmpty)
      await server.end()
    }

    @Test func filesAreSentAndNothingRemainsOfThoseThatStop() async throws {
      let server = try await Running(isWritable: true)
      let host = "Host: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(server.token)"
      func file(_ lines: Int, _ accept: String) -> (head: String, body: String) {
        let text = "name\n" + (0..<lines).map { "imported \($0)\n" }.joined()
        let body = String(decoding: SentFile("a.csv", text).body, as: UTF8.self)
        let head = """
          POST /music/import/genre HTTP/1.1\r\n\(host)\r\nContent-Length: \(body.utf8.count)\r\nAccept: \(accept)\r\n\
          Content-Type: multipart/form-data; boundary=\(SentFile.boundary)
          """
        return (head, body)
      }
      for (accept, wanted) in [
        ("application/json", #"{"imported":50000,"#), ("application/x-ndjson", #"{"imported":50000,"#),
        ("text/html", "HTTP/1.1 303"),
      ] {
        let (head, body) = file(50_000, accept)
        let answer = await server.ask(head, "\r\n" + body)
        #expect(answer.contains(wanted), "\(answer)")
      }
      #expect(try await server.db.first("SELECT count(*) FROM genre")?.get(0) == 170_000)
      // Who goes away in the middle.
      let (head, body) = file(50_000, "application/x-ndjson")
      do {
        let wire = try Wire(port: server.port)
        try wire.send(Array((head + "\r\n\r\n" + body.prefix(300_000)).utf8))
      }
      let (next, more) = file(1, "application/json")
      #expect(await server.ask(next, "\r\n" + more).contains(#"{"imported":1,"#))
      #expect(try await server.db.first("SELECT count(*) FROM genre")?.get(0) == 170_001)
      await server.end()
    }

    @Test func whoReadsNothingHoldsNobodyUp() async throws {
      let server = try await Running()
      let host = "Host: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(server.token)"
      var silent: [Wire] = []
      for address in ["/live", "/music/table/genre?rows=10000", "/music/export/genre?format=json", "/api/changes"] {
        for _ in 0..<5 {
          let wire = try Wire(port: server.port)
          try wire.send(Array("GET \(address) HTTP/1.1\r\n\(host)\r\n\r\n".utf8))
          silent.append(wire)
        }
      }
      for _ in 0..<5 {
        #expect(await server.ask("GET /api/tables/genre?rows=10 HTTP/1.1\r\n\(host)").hasPrefix("HTTP/1.1 200"))
      }
      // Ending does not wait for them: they stay connected for as long as the test runs.
      await server.end()
      withExtendedLifetime(silent) {}
    }
  }
#endif

import HTTPTypes
import Hummingbird
import Logging
import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Two bare routes: `/bytes/COUNT` answers with so many bytes, and `/events` with the events of a timer.
@main
struct ServeFloor {
  private static let most = 16 << 20

  static func main() async throws {
    let router = Router()
    router.get("/bytes/:count") { _, context in
      guard let count = context.parameters.get("count", as: Int.self), 0...most ~= count else {
        throw HTTPError(.badRequest)
      }
      return Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: ResponseBody(byteBuffer: ByteBuffer(repeating: UInt8(ascii: "x"), count: count)))
    }
    router.get("/events") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/event-stream"],
        body: ResponseBody { writer in
          while true {
            try await Task.sleep(for: .milliseconds(20))
            // The moment of the tick, by the clock that whoever listens has as well.
            try await writer.write(ByteBuffer(string: "data: \(moment())\n\n"))
          }
        })
    }
    var logger = Logger(label: "floor")
    logger.logLevel = .error
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        print("http://127.0.0.1:\(channel.localAddress?.port ?? 0)/")
        fflush(nil)
      },
      logger: logger)
    try await application.runService()
  }

  /// Nanoseconds.
  private static func moment() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

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

/// Bare routes: `/bytes/COUNT` answers with so many bytes, `/events` with the events of a timer, and `/page` with a page that shows them.
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
    router.get("/page") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
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

  /// A table as long as a page of `orda serve` has it, of which one cell is replaced by each event.
  private static let page = """
    <!DOCTYPE html><title>Floor</title><table><tr><td id="told"></td></tr>
    \(String(repeating: "<tr><td>1</td><td>Track</td><td>Artist</td><td>90</td><td>4.5</td><td>1959</td></tr>\n", count: 99))</table>
    <script>
    new EventSource("/events").onmessage = ({data}) => {
      const cell = document.createElement("td");
      cell.id = "told";
      cell.textContent = data;
      document.querySelector("#told").replaceWith(cell);
    };
    </script>
    """

  /// Nanoseconds of the system's clock.
  private static func moment() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

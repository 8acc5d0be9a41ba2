import ORDA
import Testing

@Suite("A server whose greeting is not to be trusted", .timeLimit(.minutes(10)))
struct GreetingTests {
  private static let plugins: UInt32 = 1 << 19
  private static let secure: UInt32 = 1 << 15
  private static let modern: UInt32 = 1 << 9

  private func error(greeting: [HostileServer.Step], _ options: String = "tls=disable") throws -> DatabaseError? {
    let server = try HostileServer { request, _ in if case .connection = request { greeting } else { nil } }
    let error = Encounter.error(of: server, options)
    if error != nil { #expect(!server.received("app")) }
    return error
  }

  @Test("names no way of proving the password")
  func withoutPlugin() throws {
    // The client library would crash.
    for missing in [Self.plugins, Self.secure, Self.modern, Self.plugins | Self.secure] {
      let greeting = Packet.greeting(abilities: Packet.abilities & ~missing)
      #expect(try error(greeting: [.packet(greeting)])?.kind == .protocolViolation, "\(missing)")
    }
    #expect(try error(greeting: [.packet(Packet.greeting(plugin: ""))])?.kind == .protocolViolation)
  }

  @Test("comes behind news of progress, which the library would pass over")
  func behindProgress() throws {
    let greeting = HostileServer.Step.packet(Packet.greeting(abilities: Packet.abilities & ~Self.plugins))
    for news: [UInt8] in [[255, 255, 255], [255, 255, 255, 1, 1, 1, 1, 0, 0, 1, 65], [255, 255], [255], []] {
      #expect(try error(greeting: [.packet(news), greeting]) != nil, "\(news)")
    }
  }

  @Test("is as long as it can be")
  func longVersion() throws {
    for count in [100, 400, 508, 600, 70_000] {
      let greeting = Packet.greeting(version: "5.5.5-" + String(repeating: "9", count: count))
      let error = try error(greeting: [.packet(greeting)])
      #expect(count > 400 ? error?.kind == .protocolViolation : error == nil, "\(count): \(String(describing: error))")
    }
  }

  @Test("comes in pieces", arguments: [1, 3, 4, 5, 6, 40, 70, 90])
  func pieces(first: Int) throws {
    let certificates = try Certificates.shared.get()
    func steps(_ body: [UInt8]) -> [HostileServer.Step] {
      let bytes = Packet.integer(UInt64(body.count), bytes: 3) + [0] + body
      return [.bytes(Array(bytes.prefix(first))), .pause, .bytes(Array(bytes.dropFirst(first)))]
    }
    // A good one is taken, and one that must not be is not.
    #expect(try error(greeting: steps(Packet.greeting())) == nil)
    let bad = Packet.greeting(abilities: Packet.abilities & ~Self.plugins)
    #expect(try error(greeting: steps(bad))?.kind == .protocolViolation)
    let options = "tls=verify-ca&ca=\(certificates.authority)"
    #expect(try error(greeting: steps(Packet.greeting()), options)?.kind == .cannotOpen)
  }

  @Test("tells an error: the server is full")
  func serverError() throws {
    let full = try error(greeting: [.packet(Packet.error(1040, state: "08004", "Too many connections")), .close])
    #expect(full?.kind == .cannotOpen(.tooManyConnections))
    #expect(full?.vendorCode == 1040)
  }
}

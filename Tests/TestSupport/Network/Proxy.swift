import Foundation
import Synchronization

/// Stands between the driver and a real server, and can harm what passes.
public final class Proxy: Sendable {
  /// What happens to a connection.
  public enum Harm: Sendable {
    /// Both ends are closed.
    case close
    /// The client is told of a reset.
    case reset
    /// Nothing passes any more, and nothing is closed.
    case silence
    /// The client's end is closed; the server hears nothing of it until the proxy is stopped or `cut()`.
    case orphan
  }

  /// When it happens.
  public enum Trigger: Sendable {
    /// As soon as the server has sent so many more bytes; those pass.
    case serverSent(bytes: Int)
    /// When the client sends a text, which does not reach the server.
    case before(String)
    /// When the client has sent a text, which reaches the server; the server's answer is lost.
    case after(String)
  }

  private struct Plan {
    var trigger: Trigger?
    var harm = Harm.close
  }

  private final class State: Sendable {
    let plan = Shared(Plan())
    /// Texts whose arrival at the server somebody waits for.
    let expected = Shared<[(text: [UInt8], event: Event)]>([])
    /// Texts that are held back until they are released.
    let held = Shared<[(text: [UInt8], hold: Hold)]>([])
    let messages = Shared(0)
    /// What is to be done before one of the messages.
    let awaited = Shared<(number: Int, body: @Sendable () -> Void)?>(nil)
    let clientBytes = Shared(0)
    /// What is called when clients have sent so many bytes.
    let awaitedByte = Shared<(number: Int, body: @Sendable () -> Void)?>(nil)
    let traffic = Shared<[(fromClient: Bool, bytes: [UInt8])]>([])
    let connections = Atomic<Int>(0)
    /// Ends at the server of which the clients are gone.
    let orphans = Shared<[Wire]>([])
  }

  private let state: State
  private let listener: Listener

  /// Stands before a server.
  ///
  /// - Parameter port: The real server's, on 127.0.0.1.
  public convenience init(to port: Int) throws { try self.init { _ in port } }

  /// Stands before several servers.
  ///
  /// - Parameter port: The real server's, on 127.0.0.1, for each connection by its number from 0.
  public init(choosing port: @escaping @Sendable (Int) -> Int) throws {
    let state = State()
    self.state = state
    listener = try Listener { wire, number in
      state.connections.add(1, ordering: .relaxed)
      var wasClient = false
      let passage = Passage(client: wire, server: try Wire(port: port(number))) { fromClient, bytes in
        state.traffic.with { $0.append((fromClient, bytes)) }
        if fromClient {
          state.clientBytes.with { $0 += bytes.count }
          Self.callBack(state.awaitedByte, state.clientBytes.current)
          if !wasClient { Self.count(state) }
        }
        wasClient = fromClient
        return Self.decide(state, fromClient, bytes)
      } passed: { fromClient, bytes in
        if fromClient { Self.noteArrival(state, bytes) }
      }
      do { try passage.run() } catch Passage.Orphaned.orphaned {
        state.orphans.with { $0.append(passage.server) }
        return
      } catch { passage.server.close() }
    }
  }

  /// The port that it listens on.
  public var port: Int { listener.port }
  /// How many connections there have been.
  public var connections: Int { state.connections.load(ordering: .relaxed) }
  /// What passed or should have passed, in order.
  public var traffic: [(fromClient: Bool, bytes: [UInt8])] { state.traffic.with { $0 } }

  /// Harms the next connection to which this happens; what comes after it is left alone.
  public func harm(_ harm: Harm, _ trigger: Trigger) {
    state.plan.with {
      $0.trigger = trigger
      $0.harm = harm
    }
  }

  /// Whether no harm is planned, or the planned harm has happened.
  public var hasHarmed: Bool { state.plan.current.trigger == nil }

  /// Blocks this thread until the planned harm has happened.
  public func waitForHarm() { state.plan.wait { $0.trigger == nil } }

  /// Suspends this task until the planned harm has happened.
  public func waitForHarm() async throws { try await state.plan.wait { $0.trigger == nil } }

  /// Returns an event for the next client message that contains a text.
  ///
  /// The event happens once the proxy has sent the message to the server.
  public func arrival(of text: String) -> Event {
    let event = Event()
    state.expected.with { $0.append((Array(text.utf8), event)) }
    return event
  }

  /// How many messages clients have sent. What a client sends without an answer in between is one, in however many pieces it
  /// comes.
  public var messages: Int { state.messages.current }

  /// Calls a body once, when clients have sent so many more messages and before the last of them is sent on.
  public func before(message number: Int, _ body: @escaping @Sendable () -> Void) {
    state.awaited.current = (messages + number, body)
  }

  /// The number of bytes that clients have sent.
  public var clientBytes: Int { state.clientBytes.current }

  /// Calls a body once, when clients have sent so many more bytes and before the last of them is sent on.
  public func before(byte number: Int, _ body: @escaping @Sendable () -> Void) {
    state.awaitedByte.current = (clientBytes + number, body)
  }

  /// A client message that is held back.
  public final class Hold: Sendable {
    /// Happens when the client has sent the message.
    public let arrived = Event()
    fileprivate let released = Event()

    /// Lets the message pass.
    public func release() { released.signal() }
  }

  /// Holds the next client message that contains a text back, and what its connection sends later, until it is released.
  public func hold(_ text: String) -> Hold {
    let hold = Hold()
    state.held.with { $0.append((Array(text.utf8), hold)) }
    return hold
  }

  /// Closes all connections that there are now.
  public func cut() {
    state.orphans.with { $0 = [] }
    listener.finishAll()
  }

  /// Ends all connections.
  public func stop() { listener.stop() }

  private static func count(_ state: State) {
    let number = state.messages.with { messages in
      messages += 1
      return messages
    }
    callBack(state.awaited, number)
  }

  private static func callBack(_ awaited: Shared<(number: Int, body: @Sendable () -> Void)?>, _ number: Int) {
    let body = awaited.with { awaited -> (@Sendable () -> Void)? in
      guard let (wanted, body) = awaited, number >= wanted else { return nil }
      awaited = nil
      return body
    }
    body?()
  }

  private static func noteArrival(_ state: State, _ bytes: [UInt8]) {
    let arrived = state.expected.with { expected in
      let arrived = expected.filter { bytes.contains($0.text) }
      expected.removeAll { bytes.contains($0.text) }
      return arrived
    }
    for (_, event) in arrived { event.signal() }
  }

  private static func decide(_ state: State, _ fromClient: Bool, _ bytes: [UInt8]) -> Passage.Decision {
    if fromClient {
      let hold = state.held.with { held in
        held.firstIndex { bytes.contains($0.text) }.map { held.remove(at: $0).hold }
      }
      hold?.arrived.signal()
      hold?.released.wait()
    }
    return state.plan.with { plan in
      var decision = Passage.Decision(passing: bytes.count)
      switch plan.trigger {
      case nil: return decision
      case .serverSent(let left):
        if fromClient { return decision }
        if bytes.count < left {
          plan.trigger = .serverSent(bytes: left - bytes.count)
          return decision
        }
        decision.passing = left
      case .before(let text):
        guard fromClient, bytes.contains(Array(text.utf8)) else { return decision }
        decision.passing = 0
      case .after(let text):
        guard fromClient, bytes.contains(Array(text.utf8)) else { return decision }
        decision.awaitsAnswer = true
      }
      decision.harm = plan.harm
      plan.trigger = nil
      return decision
    }
  }
}

/// One connection through a ``Proxy``, both directions on one thread.
private struct Passage {
  struct Decision {
    /// How many of the bytes pass.
    var passing: Int
    /// What happens then.
    var harm: Proxy.Harm?
    /// Whether the server is to answer first; the answer is lost.
    var awaitsAnswer = false
  }

  let client: Wire
  let server: Wire
  let decide: (_ fromClient: Bool, _ bytes: [UInt8]) -> Decision
  /// Called with what has been sent on.
  let passed: (_ fromClient: Bool, _ bytes: [UInt8]) -> Void

  init(
    client: Wire, server: Wire, decide: @escaping (Bool, [UInt8]) -> Decision,
    passed: @escaping (Bool, [UInt8]) -> Void
  ) {
    self.client = client
    self.server = server
    self.decide = decide
    self.passed = passed
  }

  /// The client's end is to be closed, and the server's is to stay.
  enum Orphaned: Error { case orphaned }

  func run() throws {
    while true {
      var both = [
        pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&both, 2, -1) > 0 || errno == EINTR else { throw Wire.End() }
      for (index, from, to) in [(0, client, server), (1, server, client)] where both[index].revents != 0 {
        let bytes = try from.receive()
        let decision = decide(index == 0, bytes)
        let passing = Array(bytes.prefix(decision.passing))
        try to.send(passing)
        passed(index == 0, passing)
        guard let harm = decision.harm else { continue }
        if decision.awaitsAnswer { _ = try server.receive() }
        try suffer(harm)
      }
    }
  }

  private func suffer(_ harm: Proxy.Harm) throws {
    switch harm {
    case .close: break
    case .reset: client.reset()
    case .silence: while true { _ = try client.receive() }
    case .orphan: throw Orphaned.orphaned
    }
    throw Wire.End()
  }
}

import Foundation
import Synchronization

/// Stands between the driver and a real server, and can harm what passes.
final class Proxy: Sendable {
  /// What happens to a connection.
  enum Harm: Sendable {
    /// Both ends are closed.
    case close
    /// The client is told of a reset.
    case reset
    /// Nothing passes any more, and nothing is closed.
    case silence
  }

  /// When it happens.
  enum Trigger: Sendable {
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
    var delay: Duration = .zero
  }

  private final class State: Sendable {
    let plan = Shared(Plan())
    let traffic = Shared<[(fromClient: Bool, bytes: [UInt8])]>([])
    let connections = Atomic<Int>(0)
  }

  private let state: State
  private let listener: Listener

  /// - Parameter port: The real server's, on 127.0.0.1.
  convenience init(to port: Int) throws { try self.init { _ in port } }

  /// - Parameter port: The real server's, on 127.0.0.1, for each connection by its number from 0.
  init(choosing port: @escaping @Sendable (Int) -> Int) throws {
    let state = State()
    self.state = state
    listener = try Listener { wire, number in
      state.connections.add(1, ordering: .relaxed)
      try Passage(client: wire, server: Wire(port: port(number))) { fromClient, bytes in
        state.traffic.with { $0.append((fromClient, bytes)) }
        return Self.decide(state, fromClient, bytes)
      }.run()
    }
  }

  var port: Int { listener.port }
  /// How many connections there have been.
  var connections: Int { state.connections.load(ordering: .relaxed) }
  /// What passed or should have passed, in order.
  var traffic: [(fromClient: Bool, bytes: [UInt8])] { state.traffic.with { $0 } }

  /// Harms the next connection to which this happens; what comes after it is left alone.
  func harm(_ harm: Harm, _ trigger: Trigger) {
    state.plan.with {
      $0.trigger = trigger
      $0.harm = harm
    }
  }

  /// Everything arrives so much later.
  func delay(_ delay: Duration) { state.plan.with { $0.delay = delay } }

  /// Closes all connections that there are now.
  func cut() { listener.finishAll() }

  func stop() { listener.stop() }

  private static func decide(_ state: State, _ fromClient: Bool, _ bytes: [UInt8]) -> Passage.Decision {
    let delay = state.plan.with { $0.delay }
    if delay > .zero { Thread.sleep(forTimeInterval: delay / .seconds(1)) }
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

  init(client: Wire, server: Wire, decide: @escaping (Bool, [UInt8]) -> Decision) {
    self.client = client
    self.server = server
    self.decide = decide
  }

  func run() throws {
    defer { server.close() }
    while true {
      var both = [
        pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&both, 2, -1) > 0 || errno == EINTR else { throw Wire.End() }
      for (index, from, to) in [(0, client, server), (1, server, client)] where both[index].revents != 0 {
        let bytes = try from.receive()
        let decision = decide(index == 0, bytes)
        try to.send(Array(bytes.prefix(decision.passing)))
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
    }
    throw Wire.End()
  }
}

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
    var delay: Duration = .zero
  }

  private final class State: Sendable {
    let plan = Shared(Plan())
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
      let passage = Passage(client: wire, server: try Wire(port: port(number))) { fromClient, bytes in
        state.traffic.with { $0.append((fromClient, bytes)) }
        return Self.decide(state, fromClient, bytes)
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

  /// True if nothing is to be harmed, or it has been.
  public var hasHarmed: Bool { state.plan.with { $0.trigger == nil } }

  /// Everything arrives so much later.
  public func delay(_ delay: Duration) { state.plan.with { $0.delay = delay } }

  /// Closes all connections that there are now.
  public func cut() {
    state.orphans.with { $0 = [] }
    listener.finishAll()
  }

  /// Ends all connections.
  public func stop() { listener.stop() }

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
    case .orphan: throw Orphaned.orphaned
    }
    throw Wire.End()
  }
}

import Foundation

/// Listens on a free port of 127.0.0.1, and gives each connection a thread of its own. All of it ends with the object.
public final class Listener: Sendable {
  /// The port that it listens on.
  public let port: Int
  private let state: State

  /// What the threads share; they hold no reference to the listener, so that letting it go ends them.
  private final class State: Sendable {
    let descriptor: Int32
    let wires = Shared<[Wire]?>([])
    let threads = DispatchGroup()

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Takes a connection in, unless the listener was stopped.
    func admit(_ wire: Wire) -> Bool {
      wires.with { wires in
        wires?.append(wire)
        return wires != nil
      }
    }
  }

  /// - Parameter serve: Called on the connection's thread, with its number from 0; what it throws ends the connection.
  public init(serve: @escaping @Sendable (_ wire: Wire, _ number: Int) throws -> Void) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in.loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) | listen(descriptor, 64) | getsockname(descriptor, $0, &size)
      }
    }
    guard code == 0 else { throw Wire.End() }
    port = Int(in_port_t(bigEndian: address.sin_port))
    let state = State(descriptor: descriptor)
    self.state = state
    state.threads.enter()
    Thread.detachNewThread {
      Self.accept(state, serve)
      state.threads.leave()
    }
  }

  private static func accept(_ state: State, _ serve: @escaping @Sendable (Wire, Int) throws -> Void) {
    var number = 0
    while true {
      let accepted = Foundation.accept(state.descriptor, nil, nil)
      if accepted < 0, errno == EINTR { continue }
      guard accepted >= 0 else { return }
      let wire = Wire(descriptor: accepted)
      guard state.admit(wire) else { return }
      let mine = number
      number += 1
      state.threads.enter()
      Thread.detachNewThread {
        try? serve(wire, mine)
        wire.close()
        state.wires.with { $0?.removeAll { $0 === wire } }
        state.threads.leave()
      }
    }
  }

  /// Ends all connections that there are now, and goes on listening.
  public func finishAll() {
    for wire in state.wires.with({ $0 ?? [] }) { wire.finish() }
  }

  /// Ends all connections, and waits until their threads have ended.
  public func stop() {
    guard
      let wires = state.wires.with({ wires in
        defer { wires = nil }
        return wires
      })
    else { return }
    shutdown(state.descriptor, Int32(SHUT_RDWR))
    for wire in wires { wire.finish() }
    state.threads.wait()
    close(state.descriptor)
  }

  deinit { stop() }
}

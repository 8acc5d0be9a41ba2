internal import CPostgreSQL
internal import ORDA
internal import ORDAThreads

/// The addresses of hosts, within a limit.
///
/// The system's name service can't be stopped, and may take a minute where the network is gone. So it is asked on
/// another thread. Who asks for a name that is being asked for already awaits that answer: however many ask, a
/// service that is silent holds one thread for each name.
final class NameService: Sendable {
  typealias Answer = Result<[String], DatabaseError>

  /// The system's.
  static let system = NameService { name in
    let size = 4096
    let (code, text) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
      guard let start = buffer.baseAddress else { return (Int32(-1), "") }
      let code = orda_pq_addresses(name, start, size)
      return (code, code == 0 ? String(cString: start) : "")
    }
    if code == 0 { return .success(text.split(separator: "\n").map(String.init)) }
    let reason = orda_pq_address_error(code).map { String(cString: $0) } ?? "error \(code)"
    return .failure(DatabaseError(.cannotOpen(.unreachable), "\(name): the name can't be resolved: \(reason)"))
  }

  private let ask: @Sendable (String) -> Answer
  private let pending = Lock<[String: Promise<Answer>]>([:])

  /// - Parameter ask: Asks for a host's addresses as numbers, for as long as it takes.
  init(ask: @escaping @Sendable (String) -> Answer) { self.ask = ask }

  /// A host's addresses as numbers; nil for a socket.
  ///
  /// - Throws: `cannotOpen.unreachable` if the name can't be resolved, or not within the limit.
  func addresses(of host: DatabaseURL.Host, until deadline: MonotonicTime) throws(DatabaseError) -> [String]? {
    let name: String
    switch host.address {
    case .socket: return nil
    case .ipv4(let number), .ipv6(let number): return [number]
    case .name(let text): name = text
    }
    let (promise, isNew) = pending.withLock { pending in
      if let promise = pending[name] { return (promise, false) }
      let promise = Promise<Answer>()
      pending[name] = promise
      return (promise, true)
    }
    // If the system gives no thread, this one has to wait.
    if isNew, !DetachedThread.start({ self.keep(promise, name) }) { keep(promise, name) }
    guard let answer = promise.wait(until: deadline) else {
      throw DatabaseError(
        .cannotOpen(.unreachable),
        "\(host.label): the name can't be resolved: the name service has not answered in time")
    }
    return try answer.get()
  }

  private func keep(_ promise: Promise<Answer>, _ name: String) {
    let answer = ask(name)
    pending.withLock { $0[name] = nil }
    promise.keep(answer)
  }
}

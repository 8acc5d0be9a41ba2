internal import CMariaDB
internal import ORDA
internal import ORDAThreads

/// The addresses of hosts, within a limit.
///
/// The system's name service can't be stopped, and may take a minute where the network is gone. So it is asked on another thread.
/// Who asks for a name that is being asked for already awaits that answer: however many ask, a service that is silent holds one
/// thread for each name.
final class NameService: Sendable {
  typealias Answer = Result<[ServerAddress], DatabaseError>

  /// The system's.
  static let system = NameService { host in
    do throws(DatabaseError) { return .success(try ServerAddress.all(of: host)) } catch { return .failure(error) }
  }

  private let ask: @Sendable (DatabaseURL.Host) -> Answer
  /// The names that are being asked for.
  private let pending = Lock<[DatabaseURL.Host: Promise<Answer>]>([:])

  /// - Parameter ask: Asks for a host's addresses, for as long as it takes.
  init(ask: @escaping @Sendable (DatabaseURL.Host) -> Answer) { self.ask = ask }

  /// A host's addresses.
  ///
  /// - Throws: `cannotOpen.unreachable` if the name can't be resolved, or not within the limit.
  func addresses(of host: DatabaseURL.Host, within limit: Duration) throws(DatabaseError) -> [ServerAddress] {
    guard case .name = host.address else { return try ServerAddress.all(of: host) }
    let deadline = MonotonicTime.now + limit
    let (promise, isNew) = pending.withLock { pending in
      if let promise = pending[host] { return (promise, false) }
      let promise = Promise<Answer>()
      pending[host] = promise
      return (promise, true)
    }
    // If the system gives no thread, this one has to wait.
    if isNew, !DetachedThread.start({ self.keep(promise, host) }) { keep(promise, host) }
    guard let answer = promise.wait(until: deadline) else {
      throw DatabaseError(
        .cannotOpen(.unreachable),
        "\(host.label): the name can't be resolved: the name service has not answered within \(limit)",
        sqlState: "HY000", vendorCode: Int(CR_UNKNOWN_HOST))
    }
    return try answer.get()
  }

  private func keep(_ promise: Promise<Answer>, _ host: DatabaseURL.Host) {
    let answer = ask(host)
    pending.withLock { $0[host] = nil }
    promise.keep(answer)
  }
}

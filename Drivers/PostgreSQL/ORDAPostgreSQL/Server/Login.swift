internal import CPostgreSQL
internal import ORDA
internal import ORDAThreads

/// Logging in to a server, on a thread of its own.
///
/// In the middle of it the client library may ask Kerberos for a ticket. It then waits for Kerberos' own servers, half a
/// minute where they are silent, and can't be stopped. Who waits for the connection leaves in time; the thread ends it
/// when the library returns.
final class Login: @unchecked Sendable {
  // Proof: the thread alone uses the handle until it has ended, and whoever waited for it then, unless they have left.
  private let handle: OpaquePointer
  private let host: DatabaseURL.Host
  private let outcome = Promise<Result<Void, DatabaseError>>()
  private let state = Lock(State())

  private struct State {
    var hasEnded = false
    var isLeft = false
  }

  /// - Parameter handle: A connection that has begun; it is finished unless `run` returns it.
  init(_ handle: OpaquePointer, to host: DatabaseURL.Host) {
    self.handle = handle
    self.host = host
  }

  /// Logs in.
  ///
  /// - Throws: `cannotOpen.unreachable` after the deadline, else what the server or the library says.
  func run(until deadline: MonotonicTime) throws(DatabaseError) -> OpaquePointer {
    // If the system gives no thread, this one has to wait.
    if !DetachedThread.start({ self.work(until: deadline) }) { work(until: deadline) }
    if outcome.wait(until: deadline) == nil {
      let hasEnded = state.withLock { state in
        state.isLeft = !state.hasEnded
        return state.hasEnded
      }
      if !hasEnded { throw OpeningError.silent(host) }
    }
    do throws(DatabaseError) {
      try outcome.wait().get()
      return handle
    } catch {
      PQfinish(handle)
      throw error
    }
  }

  private func work(until deadline: MonotonicTime) {
    let result: Result<Void, DatabaseError>
    do throws(DatabaseError) { result = .success(try logIn(until: deadline)) } catch { result = .failure(error) }
    let isLeft = state.withLock { state in
      state.hasEnded = true
      return state.isLeft
    }
    if isLeft { PQfinish(handle) } else { outcome.keep(result) }
  }

  private func logIn(until deadline: MonotonicTime) throws(DatabaseError) {
    // With it the library tells an error's SQLSTATE while it connects, and else nowhere.
    PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    var isWriting = true
    while PQstatus(handle) != CONNECTION_BAD {
      let left = deadline - .now
      guard left > .zero else { throw OpeningError.silent(host) }
      let readiness = ServerLine.wait(PQsocket(handle), forWriting: isWriting, milliseconds: left.roundedMilliseconds)
      if readiness?.isEmpty == true { continue }
      switch PQconnectPoll(handle) {
      case PGRES_POLLING_OK:
        guard PQsetnonblocking(handle, 1) == 0 else { throw OpeningError.error(of: handle, host) }
        return
      case PGRES_POLLING_READING: isWriting = false
      case PGRES_POLLING_WRITING: isWriting = true
      default: throw OpeningError.error(of: handle, host)
      }
    }
    throw OpeningError.error(of: handle, host)
  }
}

import Synchronization
import ORDAPlatform

/// Control-C, and other requests to end the program: long work notices them, cleans up and stops.
enum Interruption {
  /// The signal that came; 0 for none.
  private static let signal = Atomic<Int32>(0)

  /// From now on notes signals that would end the process. A second one of a kind still does.
  static func watch() {
    // The handler must not be the first to touch it, since that takes a lock.
    signal.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = { Interruption.signal.store($0, ordering: .relaxed) }
      #else
        action.__sigaction_handler.sa_handler = { Interruption.signal.store($0, ordering: .relaxed) }
      #endif
      // Without SA_RESTART a read that waits for input returns, instead of waiting on.
      action.sa_flags = CInt(truncatingIfNeeded: SA_RESETHAND)
      sigaction(number, &action, nil)
    }
  }

  /// - Throws: ``Interrupted`` if a signal came.
  static func check() throws {
    let number = signal.load(ordering: .relaxed)
    if number != 0 { throw Interrupted(signal: number) }
  }
}

/// The user, or the system, asked the command to end.
struct Interrupted: Error, CustomStringConvertible {
  let signal: Int32
  /// What that means for the work in progress.
  var consequence: String?

  var description: String { "interrupted" + (consequence.map { "; \($0)" } ?? "") }

  /// Ends the process as the signal would have, so that a waiting shell knows; returns if that fails.
  func endProcess() {
    _ = systemSignal(signal, SIG_DFL)
    raise(signal)
  }
}

/// The system's `signal`; inside ``Interrupted`` the name means its own property.
private func systemSignal(_ number: Int32, _ handler: sighandler_t?) -> sighandler_t? { signal(number, handler) }

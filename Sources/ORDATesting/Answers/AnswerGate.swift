internal import ORDAThreads

/// Holds back answers of a scripted database until a test opens the gate.
///
/// Use a gate to act while a statement runs:
///
/// ```swift
/// let gate = AnswerGate()
/// script.expect("DELETE FROM genre", answer: .changes(3).once(gate))
/// async let deleted = db.execute("DELETE FROM genre")
/// // act while the statement runs
/// gate.open()
/// ```
///
/// One gate may hold any number of answers. Cancellation and time limits end the wait, as with any slow statement.
public final class AnswerGate: Sendable {
  private struct State {
    var isOpen = false
    var whenOpen: [@Sendable () -> Void] = []
  }
  private let state = Lock(State())

  /// Creates a closed gate.
  public init() {}

  /// Whether the gate is open.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Opens the gate for held answers and all later answers.
  public func open() {
    let held = state.withLock { state in
      state.isOpen = true
      defer { state.whenOpen = [] }
      return state.whenOpen
    }
    for tell in held { tell() }
  }

  /// Calls a closure when the gate opens; never if the gate is open already.
  func whenOpen(_ tell: @escaping @Sendable () -> Void) {
    state.withLock { if !$0.isOpen { $0.whenOpen.append(tell) } }
  }
}

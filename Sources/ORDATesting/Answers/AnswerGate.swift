internal import ORDAThreads

/// Holds answers of a scripted database back until a test opens it: for what is to happen while a statement runs.
///
/// ```swift
/// let gate = AnswerGate()
/// script.expect("DELETE FROM genre", answer: .changes(3).once(gate))
/// async let deleted = db.execute("DELETE FROM genre")
/// // what is to happen meanwhile
/// gate.open()
/// ```
///
/// One gate may hold any number of answers. Cancelling and time limits end the wait of each, as with any slow statement.
public final class AnswerGate: Sendable {
  private struct State {
    var isOpen = false
    var whenOpen: [@Sendable () -> Void] = []
  }
  private let state = Lock(State())

  /// A closed gate.
  public init() {}

  /// True once it was opened.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Lets through what it holds, and everything that comes later.
  public func open() {
    let held = state.withLock { state in
      state.isOpen = true
      defer { state.whenOpen = [] }
      return state.whenOpen
    }
    for tell in held { tell() }
  }

  /// Calls a closure when it is opened; never if it is open.
  func whenOpen(_ tell: @escaping @Sendable () -> Void) {
    state.withLock { if !$0.isOpen { $0.whenOpen.append(tell) } }
  }
}

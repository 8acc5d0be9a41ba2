import ORDA

/// An error, and its place in a script.
struct ScriptError: Error {
  let file: String?
  let line: Int
  let error: any Error

  /// True for Control-C.
  var isCancellation: Bool {
    if let inner = error as? ScriptError { return inner.isCancellation }
    guard let error = error as? DatabaseError else { return false }
    return error.kind == .cancelled
  }
}

/// Bytes that are not JSON.
struct JSONError: Error, Equatable, CustomStringConvertible {
  /// Where reading stopped, in bytes from 0.
  var position: Int
  /// What is wrong there.
  var message: String

  init(at position: Int, _ message: String) {
    self.position = position
    self.message = message
  }

  /// `byte 17: a comma or } expected`
  var description: String { "byte \(position): \(message)" }
}

/// Bytes that are not JSON.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  /// Where reading stopped, in bytes from 0.
  package var position: Int
  /// What is wrong there.
  package var message: String

  package init(at position: Int, _ message: String) {
    self.position = position
    self.message = message
  }

  /// `byte 17: a comma or } expected`
  package var description: String { "byte \(position): \(message)" }
}

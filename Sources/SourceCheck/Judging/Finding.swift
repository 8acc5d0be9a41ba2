import ORDA

/// What is wrong with a statement, and the byte of its text that shows it.
struct Finding: Hashable {
  var kind: DatabaseError.Kind
  var message: String
  /// Nil for the statement as a whole.
  var offset: Int?

  init(_ kind: DatabaseError.Kind, _ message: String, at offset: Int? = nil) {
    self.kind = kind
    self.message = message
    self.offset = offset
  }
}

import ORDA

/// ORDA's errors name Swift calls for a program; this replaces them with the bridge's requests.
enum BridgeWords {
  /// Words in messages, and what a client gets instead.
  private static let words: [(swift: String, bridge: String)] = [
    (
      "transactions are begun and ended by transaction { }, which nests as savepoints; BEGIN, COMMIT, ROLLBACK and "
        + "SAVEPOINT are only understood in executeScript",
      "transactions are begun and ended by the ops begin, commit, rollback and savepoint"
    ),
    ("use executeScript for several", "execute it with \"script\":true for several"),
    (
      "belongs in onConnect { } or in the URL, so that every connection gets it",
      "is executed with \"script\":true, or belongs in the URL"
    ),
    (
      "make it and use it inside withConnection { }",
      "the URL's pool.max gives the bridge several, and 1 but one"
    ),
    ("the closure that this connection was lent to has returned", "the transaction is over"),
    ("the closure that this transaction was lent to has returned", "the transaction is over"),
    (
      "a statement made by a transaction or a leased connection belongs to its closure; make it from the governor",
      "the statement was prepared in a transaction that is over; prepare it anew"
    ),
    (
      "finish reading first, or use what the closure was lent",
      "fetch the rows to their end first, or close their cursor"
    ),
    ("onConnect { }", "the URL's options"), ("withConnection { }", "the URL option pool.max=1"),
    ("transaction { }", "the op begin"), ("executeScript", "\"script\":true"), ("executeMany", "the op batch"),
  ]

  /// The error in the bridge's words.
  static func restated(_ error: DatabaseError) -> DatabaseError {
    // Other errors have the database's own words.
    guard [.misuse, .unsupported, .busy].contains(where: { (kind: DatabaseError.Kind) in kind.matches(error.kind) })
    else {
      return error
    }
    var error = error
    for (swift, bridge) in words { error.message.replace(swift, with: bridge) }
    return error
  }
}

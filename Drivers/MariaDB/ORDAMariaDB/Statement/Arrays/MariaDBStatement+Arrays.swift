internal import CMariaDB
internal import ORDA

/// Batches: many executions in one round trip, if the server takes arrays of parameters.
extension MariaDBStatement: ArrayBindingStatement {
  func beginBatch() -> Bool {
    guard takesArrays else { return false }
    batch = MariaDBBatch(self)
    return true
  }

  func addElement() throws(DatabaseError) {
    guard let batch else { return }
    if bindFailure != nil || !batch.take(bound) { try batch.takeAfterOthers() }
    bound.reset()
  }

  func endBatch() throws(DatabaseError) -> Int {
    guard let batch else { return 0 }
    defer { self.batch = nil }
    try batch.run()
    return batch.changed
  }

  /// Whether the server runs the statement for an array; MySQL has no arrays.
  var takesArrays: Bool {
    guard connection.takesArrays, !refusesArrays, parameterCount > 0 else { return false }
    switch keyword {
    case .insert: return !countsUnclearly
    case .update, .delete, .replace: return true
    default: return false
    }
  }

  /// True if the server's count does not reveal how many rows of an array were inserted or updated: an updated one
  /// counts twice, and a skipped one not at all.
  private var countsUnclearly: Bool { sql.containsWord("IGNORE") && sql.containsWord("DUPLICATE") }

  /// How many rows the last call changed, which ran `count` executions.
  func changedRows(ofExecutions count: Int) -> Int {
    let affected = affected ?? 0
    switch keyword {
    // To the server an update in place of an insertion counts twice, and so does a replacement: here a row counts once.
    case .insert, .replace: return min(affected, insertedRecords?.rows ?? count)
    default: return affected
    }
  }
}

extension String {
  /// True if the text contains a word of ASCII capitals, written in any case; even inside another word, a name or a
  /// string.
  fileprivate func containsWord(_ word: String) -> Bool {
    let word = Array(word.utf8)
    let text = utf8
    var start = text.startIndex
    while let end = text.index(start, offsetBy: word.count, limitedBy: text.endIndex) {
      if text[start..<end].elementsEqual(word, by: { $0 & 0xDF == $1 }) { return true }
      start = text.index(after: start)
    }
    return false
  }
}

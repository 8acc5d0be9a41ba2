/// A copy or an import that failed and could not leave the target as it was.
package struct NotAsItWas: Error, CustomStringConvertible {
  package let error: any Error
  /// Tables that it made and could not drop again.
  package let left: [String]
  /// Tables that were dropped to be replaced.
  package let dropped: [String]

  package init(error: any Error, left: [String], dropped: [String]) {
    self.error = error
    self.left = left
    self.dropped = dropped
  }

  package var description: String {
    var text = "\(error)"
    if !left.isEmpty {
      text +=
        "; these tables were made and could not be dropped again: \(left.joined(separator: ", ")); "
        + "the next run that makes them drops them"
    }
    if !dropped.isEmpty { text += "; these tables were dropped to be replaced: \(dropped.joined(separator: ", "))" }
    return text
  }
}

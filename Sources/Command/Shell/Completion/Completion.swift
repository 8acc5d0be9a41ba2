/// What could complete a text.
struct Completion: Equatable {
  /// How many characters at the text's end are the beginning of each candidate.
  var length = 0
  /// All matches, in alphabetical order.
  var candidates: [String] = []

  /// What to put in place of the beginning: the only candidate followed by a blank, or as much as all have in common;
  /// nil if that is no more than is there.
  var insertion: String? {
    guard let first = candidates.first else { return nil }
    if candidates.count == 1 { return first + (first.hasSuffix(".") ? "" : " ") }
    var common = first[...]
    for other in candidates.dropFirst() {
      while !Self.begins(other, with: common) { common.removeLast() }
    }
    return common.count > length ? String(common) : nil
  }

  /// Whether a text begins with another, ignoring case.
  static func begins(_ text: String, with start: some StringProtocol) -> Bool {
    text.count >= start.count && text.prefix(start.count).lowercased() == start.lowercased()
  }
}

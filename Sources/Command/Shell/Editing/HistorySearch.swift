/// A search backwards through earlier inputs, while it is being typed.
struct HistorySearch: Equatable {
  private let entries: [String]
  private(set) var pattern = ""
  /// The place of the found entry.
  private var index: Int?

  init(entries: [String]) { self.entries = entries }

  /// The entry that was found.
  var match: String? { index.map { entries[$0] } }

  /// Makes the pattern longer; the entry stays if it still matches.
  mutating func append(_ text: String) {
    pattern += text
    find(before: index.map { $0 + 1 } ?? entries.count)
  }

  /// Shortens the pattern, and begins again.
  mutating func removeLast() {
    if !pattern.isEmpty { pattern.removeLast() }
    find(before: entries.count)
  }

  /// Goes on to an older, different entry; stays if there is none.
  mutating func next() {
    let (found, text) = (index, match)
    find(before: index ?? entries.count) { $0 != text }
    if index == nil { index = found }
  }

  private mutating func find(before end: Int, where isWanted: (String) -> Bool = { _ in true }) {
    let wanted = pattern.lowercased()
    index =
      wanted.isEmpty
      ? nil : entries[..<end].lastIndex { $0.lowercased().contains(wanted) && isWanted($0) }
  }
}

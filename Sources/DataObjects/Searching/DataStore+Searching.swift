internal import Foundation
internal import ORDA

/// Finding objects by the words in them.
extension DataStore {
  /// The objects that contain every word of a text in some of their columns, ignoring case and accents: `cafe` finds
  /// `Café`. A word may be in the middle of a longer one.
  ///
  /// On every database this reads the whole table in the queue, row by row. On SQLite, ``addSearchFunction()`` allows the
  /// same in conditions.
  ///
  /// - Parameters:
  ///   - type: The objects' type.
  ///   - words: The words; without any, nothing is found.
  ///   - columns: The names of the columns to search.
  /// - Returns: The objects, in the order of their keys.
  /// - Throws: ``DataStoreError`` and `DatabaseError`.
  public func search<Object: DataObject>(
    _ type: Object.Type, for words: String, in columns: String...
  ) async throws -> [Object] {
    let table = try table(of: type)
    for column in columns { try table.attribute(named: column) }
    let search = WordSearch(words)
    if search.words.isEmpty || columns.isEmpty { return [] }
    var selection: SQL = "SELECT \(identifier: table.key)"
    for column in columns { selection += ", \(identifier: column)" }
    selection += " FROM \(table.table.sql)"
    collectIfAutosaving()
    let ids: [Object.UniqueID] = try await onQueue { [selection, key = table.key] db in
      var ids: [Object.UniqueID] = []
      let count = columns.count
      try db.prepare("\(sql: selection) ORDER BY \(identifier: key)").forEach { row in
        var texts: [String] = []
        for place in 1...count { if let text = try row.get(place, as: String?.self) { texts.append(text) } }
        if search.finds(in: texts) { ids.append(try row.get(0)) }
      }
      return ids
    }
    return try await objects(type, ids)
  }
}

extension DataStore {
  /// Adds the function `has_words(text, words)` to the database, for conditions of the program's own: `where:
  /// "has_words(text, \(words)) AND archived = 0"`.
  ///
  /// - Throws: `DatabaseError` of kind `unsupported` where SQL can't call a program's functions, as on MariaDB.
  public func addSearchFunction() async throws {
    try await governor.addFunction("has_words", arguments: 2) { values in
      guard let text = try String?(value: values[0]), let words = try String?(value: values[1]) else { return .null }
      return .int(WordSearch(words).finds(in: [text]) ? 1 : 0)
    }
  }
}

/// The words of a search, without case and accents.
struct WordSearch: Sendable {
  let words: [String]

  init(_ text: String) { words = Self.folded(text).split(whereSeparator: \.isWhitespace).map(String.init) }

  /// True if every word is in one of the strings.
  func finds(in texts: [String]) -> Bool {
    let texts = texts.map(Self.folded)
    return words.allSatisfy { word in texts.contains { $0.contains(word) } }
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}

/// A text that is searched for words, each time it is prepared.
struct SQLBytes {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// True if it contains some lower-case letters and signs, in any case.
  func has(_ word: StaticString) -> Bool { has(word, before: bytes.count, alone: false) }

  /// True if the text itself creates something temporary, and not a routine that it defines.
  var makesTemporary: Bool {
    guard let place = place(of: "temporary", from: 0, before: bytes.count, alone: true) else { return false }
    return !Self.routines.contains { has($0, before: place.lowerBound, alone: true) }
  }

  private static let routines: [StaticString] = ["procedure", "function", "trigger", "event", "package"]

  /// True if a function is called with an argument, at least once.
  func givesArgument(to function: StaticString) -> Bool {
    var start = 0
    while let found = place(of: function, from: start, before: bytes.count, alone: true) {
      start = found.upperBound
      var end = start
      while end < bytes.count, bytes[end] <= 0x20 { end += 1 }
      guard end < bytes.count, bytes[end] == UInt8(ascii: "(") else { continue }
      end += 1
      while end < bytes.count, bytes[end] <= 0x20 { end += 1 }
      if end < bytes.count, bytes[end] != UInt8(ascii: ")") { return true }
    }
    return false
  }

  private func has(_ word: StaticString, before limit: Int, alone: Bool) -> Bool {
    place(of: word, from: 0, before: limit, alone: alone) != nil
  }

  /// - Parameter alone: True if it has to be a whole word.
  private func place(of word: StaticString, from: Int, before limit: Int, alone: Bool) -> Range<Int>? {
    word.withUTF8Buffer { word in
      guard limit - from >= word.count, let first = word.first else { return nil }
      for start in from...(limit - word.count) where bytes[start] | 0x20 == first | 0x20 {
        let end = start + word.count
        guard bytes[start..<end].elementsEqual(word, by: { $0 == $1 || $0 | 0x20 == $1 }) else { continue }
        if !alone || (!isName(at: start - 1) && !isName(at: end)) { return start..<end }
      }
      return nil
    }
  }

  /// True if a name before a parenthesis may be a routine of the database: neither a function of the server nor a word
  /// of SQL.
  ///
  /// - Parameter listsColumns: True if the first name may be a table's, followed by its columns.
  func callsRoutine(listsColumns: Bool) -> Bool {
    var isFirst = listsColumns
    for place in bytes.indices where bytes[place] == UInt8(ascii: "(") {
      guard let name = name(before: place) else { continue }
      defer { isFirst = false }
      if ServerFunctions.known.contains(ServerFunctions.hash(bytes[name])) { continue }
      if isFirst, !Self.rowSources.contains(where: { has($0, before: place, alone: true) }) {
        continue
      }
      if !isCommonTable(place) { return true }
    }
    return false
  }

  /// True if the text of a query certainly changes nothing, locks nothing, and asks for nothing about the session or the server
  /// but its variables: it calls only functions of the server of which that is known. A comment might hide what it does.
  var isPureQuery: Bool {
    !Self.impure.contains { has($0) } && !Self.impureWords.contains { has($0, before: bytes.count, alone: true) }
      && !callsRoutine(listsColumns: false) && !namesRoutineUnclearly
  }

  private static let impure: [StaticString] = [":=", "/*", "--", "#"]

  /// Clauses that lock or write, sequences, and functions and tables about the session or about one server's locks, files and log.
  private static let impureWords: [StaticString] = [
    "into", "insert", "update", "delete", "share", "procedure", "analyze", "nextval", "currval", "lastval", "setval",
    "next", "previous", "information_schema", "performance_schema", "connection_id", "is_free_lock", "is_used_lock",
    "last_insert_id", "found_rows", "row_count", "load_file",
    "master_gtid_wait", "master_pos_wait",
  ]

  /// `music.abs(1)` may be a function of the database, whatever its name; so may `"abs"(1)`, where the SQL mode has it so.
  private var namesRoutineUnclearly: Bool {
    bytes.indices.contains { place in
      guard bytes[place] == UInt8(ascii: "(") else { return false }
      let before = endOfText(before: place)
      if before > 0, bytes[before - 1] == UInt8(ascii: "\"") { return true }
      guard let name = name(before: place), name.lowerBound > 0 else { return false }
      let end = endOfText(before: name.lowerBound)
      return end > 0 && bytes[end - 1] == UInt8(ascii: ".")
    }
  }

  /// After these the table's name is past.
  private static let rowSources: [StaticString] = ["select", "set", "values", "value"]

  /// The name that ends before a place, with or without backticks; nil if there is none.
  private func name(before place: Int) -> Range<Int>? {
    let end = endOfText(before: place)
    guard end > 0 else { return nil }
    var start = end
    if bytes[end - 1] == UInt8(ascii: "`") {
      start = bytes[..<(end - 1)].lastIndex(of: UInt8(ascii: "`")) ?? 0
    } else {
      while isName(at: start - 1) { start -= 1 }
    }
    return start < end ? start..<end : nil
  }

  /// `WITH a (b, c) AS (…)`: true if the parenthesis is closed before an AS and another one.
  private func isCommonTable(_ place: Int) -> Bool {
    guard has("with", before: place, alone: true), let close = bytes[place...].firstIndex(of: UInt8(ascii: ")")),
      let open = bytes[close...].firstIndex(of: UInt8(ascii: "("))
    else { return false }
    let between = bytes[(close + 1)..<open].filter { $0 > 0x20 }.map { $0 | 0x20 }
    return between == Array("as".utf8)
  }

  private func endOfText(before place: Int) -> Int {
    var end = place
    while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
    return end
  }

  private func isName(at place: Int) -> Bool {
    guard bytes.indices.contains(place) else { return false }
    let byte = bytes[place]
    return (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || byte >= 0x80
  }
}

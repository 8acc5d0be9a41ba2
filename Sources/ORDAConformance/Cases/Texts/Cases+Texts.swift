import ORDA

extension ConformanceSuite {
  static let textCases: [ConformanceCase] = [
    ConformanceCase("text.empty", "An empty text and a single space are kept apart.") {
      try $0.expectBytes(of: ["", " "])
    },
    ConformanceCase("text.nul", "NULs within a text, at its beginning and at its end are kept.") {
      try $0.expectBytes(of: ["a\0b", "\0", "\0a", "a\0"])
    },
    ConformanceCase("text.emoji", "Characters beyond U+FFFF are kept, also those made of several.") {
      try $0.expectBytes(of: ["🎷", "👩‍👩‍👧", "🇩🇪", "\u{10FFFF}"])
    },
    ConformanceCase("text.normalization", "Composed and decomposed characters are kept as they were written.") {
      try $0.expectBytes(of: ["é", "e\u{301}", "Å", "A\u{30A}"])
    },
    ConformanceCase("text.spaces", "Spaces and line ends at both ends of a text are kept.") {
      try $0.expectBytes(of: ["a ", "  a  ", "\t\r\n", "a\n", "\r"])
    },
    ConformanceCase("text.case", "Upper and lower case are kept.") {
      try $0.expectBytes(of: ["Straße", "STRASSE", "İi"])
    },
    ConformanceCase("text.scripts", "Texts of many scripts are kept.") {
      try $0.expectBytes(of: ["日本語", "नमस्ते", "שלום", "\u{202E}rtl", "Ελληνικά"])
    },
    ConformanceCase("text.invisible", "Characters that nobody sees are kept.") {
      try $0.expectBytes(of: ["\u{FEFF}bom", "\u{200B}", "\u{FFFD}", "\u{7F}"])
    },
    ConformanceCase("text.punctuation", "Backslashes, quotes and wildcards are kept.") {
      try $0.expectBytes(of: ["a\\b", "\\", "it's \"quoted\" `twice`", "%_"])
    },
    ConformanceCase("text.digits", "A text of digits keeps its zeros, and stays a text.") { run in
      try run.expectBytes(of: ["0071", "1e3", "007.50"])
      run.expect(try run.stored("0071", in: .text(maximum: 9)), equals: .text("0071"), "untyped")
    },
    ConformanceCase("text.short", "A column of a bounded length keeps spaces and case as they are.") { run in
      for text in [" a  ", "Ab", "é🎷"] {
        run.expect(try run.row(of: text, in: .text(maximum: 20)).get("v", as: String.self), equals: text)
      }
    },
    ConformanceCase("text.full", "A column of a bounded length takes as many characters as it says, of any bytes.") {
      run in
      let text = String(repeating: "🎷", count: 20)
      run.expect(try run.row(of: text, in: .text(maximum: 20)).get("v", as: String.self), equals: text)
    },
    ConformanceCase("text.literal", "A text written into the statement itself is kept.") { run in
      let table = try run.table(.column("v", .text(maximum: 40)))
      try run.db.execute("INSERT INTO \(table) (v) VALUES ('Größe 🎷 it''s')")
      run.expect(try run.db.query(String.self, "SELECT v FROM \(table)"), equals: ["Größe 🎷 it's"])
    },
    ConformanceCase("text.large", "A text of 70,000 and one of 20,000 characters of four bytes are kept.") {
      try $0.expectBytes(of: [String(repeating: "x", count: 70_000), String(repeating: "🎷", count: 20_000)])
    },
    ConformanceCase("text.megabyte", "A text of a megabyte is kept.") {
      try $0.expectBytes(of: [String(repeating: "é🧡-x", count: 130_000)])
    },
    ConformanceCase("text.substring", "A part of a text is stored as that part.") { run in
      let part = "So What".dropFirst(3)
      run.expect(try run.row(of: part, in: .text(maximum: 20)).get("v", as: String.self), equals: "What")
    },
    ConformanceCase("text.lent", "The UTF-8 of a text can be read without a copy while a row is lent.") { run in
      let table = try run.table(.column("v", .text(maximum: 20)))
      try run.db.execute("INSERT INTO \(table) (v) VALUES (?)", "é🎷")
      var seen: [UInt8] = []
      try run.db.forEach("SELECT v FROM \(table)") { row in
        seen = try row.withUTF8(0) { Array($0) } ?? []
      }
      run.expect(seen, equals: Array("é🎷".utf8))
    },
    ConformanceCase("text.columnName", "A column's name of any letters is told as it was written.") { run in
      let table = try run.numbers(1)
      let result = try run.db.query("SELECT n AS \(identifier: "名前 é") FROM \(table)")
      run.expect(result.columns.map(\.name), equals: ["名前 é"])
    },
  ]
}

extension ConformanceRun {
  /// Stores texts, and compares the bytes that come back, since Swift treats texts that look alike as equal.
  fileprivate func expectBytes(of texts: [String], file: StaticString = #fileID, line: UInt = #line) throws {
    let table = try table(.required("id", .int), .column("v", .text), primaryKey: ["id"])
    for (id, text) in texts.enumerated() { try db.execute("INSERT INTO \(table) (id, v) VALUES (?, ?)", id, text) }
    let expected = texts.map { Array($0.utf8) }
    let lent = try db.query(String.self, "SELECT v FROM \(table) ORDER BY id").map { Array($0.utf8) }
    expect(lent, equals: expected, "read while lent", file: file, line: line)
    let kept: [String] = try db.query("SELECT v FROM \(table) ORDER BY id")["v"].get()
    expect(kept.map { Array($0.utf8) }, equals: expected, "read from kept rows", file: file, line: line)
  }
}

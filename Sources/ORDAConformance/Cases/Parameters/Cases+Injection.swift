import ORDA

extension ConformanceSuite {
  static let injectionCases: [ConformanceCase] =
    hostileTexts.map { name, text in
      ConformanceCase(
        "injection.value.\(name)", "A bound text with \(describe(name)) is data in every place, and never SQL."
      ) { run in
        let table = try run.table(.required("id", .int), .column("v", .text(maximum: 80)), primaryKey: ["id"])
        try run.db.execute("INSERT INTO \(table) (id, v) VALUES (1, ?)", text)
        try run.db.execute("INSERT INTO \(table) (id, v) VALUES (2, :v)", ["v": text])
        try run.db.execute("INSERT INTO \(table) (id, v) VALUES (3, \(text))")
        run.expect(try run.db.query(String.self, "SELECT v FROM \(table)"), equals: [text, text, text], "stored")
        run.expect(
          try run.db.query(Int.self, "SELECT id FROM \(table) WHERE v = \(text) ORDER BY id"), equals: [1, 2, 3],
          "found")
        run.expect(
          try run.db.query(Int.self, "SELECT id FROM \(table) WHERE v IN \(in: [text]) ORDER BY id"),
          equals: [1, 2, 3],
          "found by IN")
        run.expect(try run.db.execute("DELETE FROM \(table) WHERE v = ?", text + "x").changed, equals: 0, "deleted")
      }
    }
    + hostileNames.map { name, text in
      ConformanceCase(
        "injection.name.\(name)", "A column's name with \(describe(name)) is a name when it is interpolated as one."
      ) { run in
        let table = try run.table(.required("id", .int), .column(text, .int), primaryKey: ["id"])
        try run.db.execute("INSERT INTO \(table) (id, \(identifier: text)) VALUES (1, 5)")
        let result = try run.db.query("SELECT \(identifier: text) FROM \(table) WHERE \(identifier: text) = 5")
        run.expect(result.columns.map(\.name), equals: [text])
        run.expect(try result.row(at: 0).get(text, as: Int.self), equals: 5)
      }
    }

  private static let hostileTexts: KeyValuePairs<String, String> = [
    "singleQuote": "Robert'); DROP TABLE genre; --", "tautology": "' OR '1'='1",
    "doubleQuote": "\"; DELETE FROM genre; --",
    "backslash": "\\'; DROP TABLE genre", "backslashAtEnd": "a\\", "comment": "/* */ -- # ;", "backtick": "`genre`",
    "parameter": "?1 :name @x $y ?", "format": "%@ %s %d %n", "typographicQuote": "\u{2019}; DROP TABLE genre",
    "controlCharacter": "\u{1}\u{1A}\u{8}'",
  ]

  private static let hostileNames: KeyValuePairs<String, String> = [
    "space": "a b", "keyword": "select", "singleQuote": "it's", "doubleQuote": "x\"y", "backtick": "x`y",
    "semicolon": "a;b", "dashes": "--", "otherScript": "Größe",
  ]

  /// `singleQuote` as `a single quote`.
  private static func describe(_ name: String) -> String {
    let words = name.reduce(into: "") { words, letter in
      words += letter.isUppercase ? " " + letter.lowercased() : String(letter)
    }
    return words.hasSuffix("es") ? words : "a \(words)"
  }
}

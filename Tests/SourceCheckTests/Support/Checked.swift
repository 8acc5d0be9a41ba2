#if SourceCheck
  import ORDA
  import ORDASQLite
  import SourceCheck

  /// Sources that are checked against a database in memory.
  enum Checked {
    static let schema: SQL = """
      CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born INTEGER);
      CREATE TABLE album (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist_id INTEGER REFERENCES artist, price REAL, note TEXT,
        shown INTEGER CHECK (shown IS NOT NULL), net REAL AS (price * 0.8), label_id INTEGER NOT NULL);
      CREATE TABLE label (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT);
      CREATE TABLE song (id INTEGER PRIMARY KEY, album_id INTEGER NOT NULL REFERENCES album, seconds INTEGER NOT NULL);
      CREATE VIEW noted AS SELECT title, note FROM album WHERE note IS NOT NULL;
      """

    /// What is wrong with a function's body, as `line:column: message`; the body begins in line 1.
    static func body(_ text: String, types: String = "") throws -> [String] {
      try sources([("a.swift", "\(text)\nimport ORDA\n\(types)")])
    }

    /// What is wrong with sources.
    static func sources(_ files: [(path: String, text: String)]) throws -> [String] {
      try verdicts(files).problems.map { "\($0.line):\($0.column): \($0.message)" }
    }

    static func verdicts(
      _ files: [(path: String, text: String)], schema: SQL = schema
    ) throws -> (problems: [SourceProblem], unjudged: [String]) {
      let findings = find(files)
      let registry = Registry()
      try SQLite.register(with: registry)
      let db = try registry.open("sqlite::memory:")
      try db.executeScript(schema)
      return try verdicts(of: findings, on: db)
    }

    static func find(_ files: [(path: String, text: String)]) -> SourceFindings {
      SourceReading.find(in: files.map { SourceText(path: $0.path, bytes: Array($0.text.utf8)) })
    }

    static func verdicts(
      of findings: SourceFindings, on db: any Governor
    ) throws -> (problems: [SourceProblem], unjudged: [String]) {
      var problems: [SourceProblem] = []
      var unjudged = findings.unjudged.map(\.reason)
      try db.withConnection { connection in
        let judge = try StatementJudge(connection, db.language, findings)
        for statement in findings.statements {
          switch try judge.judge(statement) {
          case .right: break
          case .wrong(let found): problems += found
          case .unjudged(let reason): unjudged.append(reason)
          }
        }
      }
      return (problems, unjudged)
    }
  }
#endif

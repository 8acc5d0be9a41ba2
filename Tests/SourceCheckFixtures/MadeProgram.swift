/// A program of many statements, by a seed: a folder of migrations, its sources, and the statements as a database gets them.
struct MadeProgram: Sendable {
  /// The files by their paths.
  private(set) var files: [(path: String, text: String)] = []
  private(set) var statements: [String] = []
  /// For each mistake the file, and the lines, from 1, that its call takes.
  private(set) var mistakes: [(mistake: Mistake, path: String, lines: ClosedRange<Int>, call: String)] = []

  /// Right statements.
  init(seed: UInt64, files count: Int, statements total: Int) {
    self.init()
    var maker = StatementMaker(random: Numbers(seed: seed))
    for number in 0..<count {
      var calls: [String] = []
      for _ in 0..<(total * (number + 1) / count - total * number / count) {
        let statement = maker.next()
        statements.append(statement.preparedSQL)
        calls.append(statement.swift(isLong: maker.random.below(4) == 0))
      }
      add(calls, number)
    }
  }

  /// Statements with one mistake each, of all sorts in turn, ten to a file.
  init(seed: UInt64, mistakes total: Int) {
    self.init()
    var maker = StatementMaker(random: Numbers(seed: seed))
    var wrong: [(Mistake, String)] = []
    while wrong.count < total {
      let mistake = Mistake.allCases[wrong.count % Mistake.allCases.count]
      guard let made = mistake.made(in: maker.next(), &maker.random) else { continue }
      wrong.append((mistake, made.swift(isLong: maker.random.below(4) == 0)))
    }
    for (number, start) in stride(from: 0, to: total, by: 10).enumerated() {
      let part = wrong[start..<min(start + 10, total)]
      let lines = add(part.map(\.1), number)
      for ((mistake, call), lines) in zip(part, lines) {
        mistakes.append((mistake, Self.path(number), lines, call))
      }
    }
  }

  private init() {
    files = [("Migrations/0001_tables.sql", ProgramSchema.migration), ("Sources/Models.swift", ProgramSchema.models)]
  }

  private static func path(_ number: Int) -> String { "Sources/File\(number).swift" }

  /// Adds a source of these calls, and tells which lines each takes.
  @discardableResult
  private mutating func add(_ calls: [String], _ number: Int) -> [ClosedRange<Int>] {
    var lines: [ClosedRange<Int>] = []
    var text = """
      import ORDA

      /// Statements of file \(number).
      struct File\(number) {
        let db: any Governor

      """
    var line = text.count { $0.isNewline } + 1
    for (index, call) in calls.enumerated() {
      text += "\n  func call\(index)(_ value: Int) throws {\n    _ = \(call)\n  }\n"
      let height = call.count { $0.isNewline }
      lines.append((line + 2)...(line + 2 + height))
      line += 4 + height
    }
    files.append((Self.path(number), text + "}\n"))
    return lines
  }
}

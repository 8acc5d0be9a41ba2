import ORDA

/// A command of the shell itself, on a line that begins with a dot.
struct DotCommand: Sendable {
  /// The possible first arguments, for completion.
  enum Argument: Sendable {
    case table
    case words([String])
    case other
  }

  /// Without the dot.
  let name: String
  /// Its other names.
  var aliases: [String] = []
  /// Its arguments, as shown by the help.
  var usage = ""
  let summary: String
  var argument: Argument? = nil
  /// Whether the pager shows its output if that is long.
  var isPaged = false
  let run: @Sendable (Shell, [String]) throws -> Void

  /// All of them, as the help lists them.
  static let all = database + ofTheShell

  /// The command with a name; nil if there is none.
  static func named(_ name: String) -> DotCommand? {
    let name = name.lowercased()
    return all.first { $0.name == name || $0.aliases.contains(name) }
  }

  /// Runs the command on a line.
  ///
  /// - Throws: ``ShellError`` for an invalid line, and what the command throws.
  static func run(_ line: String, in shell: Shell) throws {
    var words = try words(of: line)
    guard !words.isEmpty else { return }
    let name = String(words.removeFirst().dropFirst())
    guard let command = named(name) else {
      let names = all.flatMap { [$0.name] + $0.aliases }
      let nearest = nearestName(to: name, among: names).map { "did you mean .\($0)?" } ?? ".help lists all"
      throw ShellError("there is no command .\(name); \(nearest)")
    }
    if command.isPaged {
      try shell.paged { _ in try command.run(shell, words) }
    } else {
      try command.run(shell, words)
    }
    try shell.output.flush()
  }

  /// The words of a line: separated by blanks, and quoted if they contain some.
  ///
  /// - Throws: ``ShellError`` for unclosed quotes.
  static func words(of line: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if character == quote {
        quote = nil
      } else if quote != nil {
        word = (word ?? "") + String(character)
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let quote { throw ShellError("a quote (\(quote)) is not closed") }
    return words + (word.map { [$0] } ?? [])
  }

  /// The only argument.
  ///
  /// - Throws: ``ShellError`` that shows the command's use.
  static func only(_ arguments: [String], _ use: String) throws -> String {
    guard arguments.count == 1, let argument = arguments.first else { throw ShellError("use it as \(use)") }
    return argument
  }
}

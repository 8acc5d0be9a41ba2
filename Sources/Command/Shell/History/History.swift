/// What was typed into the shell: in memory, and in a file for the next time.
struct History {
  /// The latest is the last.
  private(set) var entries: [String] = []
  private let file: HistoryFile?

  /// A history that is only in memory.
  init() { file = nil }

  /// A history with the entries of a file, or an empty one.
  ///
  /// - Throws: ``FileError`` if the file can't be read or made.
  init(file: HistoryFile?) throws {
    self.file = file
    entries = try file?.read() ?? []
  }

  /// Adds an input, unless it should not be kept.
  ///
  /// - Throws: ``FileError`` if the file can't be written; the input is still kept in memory.
  mutating func add(_ input: String) throws {
    guard Self.isWorthKeeping(input), input != entries.last else { return }
    entries.append(input)
    try file?.append(input)
  }

  /// False for an empty input, for one that begins with a blank, and for one that seems to contain a password.
  static func isWorthKeeping(_ input: String) -> Bool {
    guard let first = input.first, !first.isWhitespace else { return false }
    let text = input.lowercased()
    let secrets = ["identified by", "identified via", "identified with", "password", "passphrase", "passwd", "secret"]
    if secrets.contains(where: { text.contains($0) }) { return false }
    // A URL with an account may have the password after the name.
    return !(text.hasPrefix(".") && text.contains("@"))
  }
}

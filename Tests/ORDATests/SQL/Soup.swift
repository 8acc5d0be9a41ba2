/// Random texts that look like SQL from afar, the same for the same seed.
struct Soup {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// A number from 0 up to, but not including, a bound.
  mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  private static let pieces = [
    "SELECT", "CREATE", "TRIGGER", "BEGIN", "END", "CASE", "a", "é", "1", " ", " ", "\n", ";", ";", ",", "(", ")",
    "'b;c'",
    "'it''s'", "\"q;\"", "-- c;\n", "/* d; */", "x'0f'", ".", "=", "-", "::", ":=",
  ]
  private static let parameters = ["?", "?2", ":n", ":m"]
  /// What only PostgreSQL reads as more than signs.
  static let postgreSQL = ["$$", "$$", "$a$", "E'\\';'", "e'", "/*", "*/", "[", "]", "??", "$1"]

  /// A text of so many pieces, joined without spaces.
  mutating func text(pieces count: Int, parameters: Bool, and further: [String] = []) -> String {
    let pieces = Self.pieces + (parameters ? Self.parameters : []) + further
    return (0..<count).map { _ in pieces[next(pieces.count)] }.joined()
  }
}

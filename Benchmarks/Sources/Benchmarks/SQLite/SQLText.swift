/// The statements, word for word the same on every side.
enum SQLText {
  static let integers = "SELECT a, b, c, d, e, f, g, h, i, j FROM integers"
  static let texts = "SELECT id, a, b, c, d, e FROM texts"
  static let prose = "SELECT id, text FROM prose"
  static let scores = "SELECT id, name, score FROM score"
  static let scoreByKey = "SELECT id, name, score FROM score WHERE id = ?"
  static let scoreRange = "SELECT id, name, score FROM score WHERE id >= ? AND id < ?"
  static let play = "UPDATE score SET played = played + 1 WHERE id = ?"
  static let insertIntegers =
    "INSERT INTO integers (a, b, c, d, e, f, g, h, i, j) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
  static let insertTexts = "INSERT INTO texts (a, b, c, d, e) VALUES (?, ?, ?, ?, ?)"
  static let insertProse = "INSERT INTO prose (id, text) VALUES (?, ?)"
  static let insertScores = "INSERT INTO score (id, name, score) VALUES (?, ?, ?)"
}

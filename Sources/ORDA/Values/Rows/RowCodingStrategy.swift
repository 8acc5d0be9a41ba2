/// How the keys of a Codable type find their columns.
public enum RowCodingStrategy: Sendable, Hashable {
  /// A key is the column's name, ignoring the case of ASCII letters.
  case exact
  /// The key `firstName` is the column `first_name`, and `userID` is `user_id`.
  case snakeCase

  /// The name of the column for a key.
  package func columnName(_ key: String) -> String {
    switch self {
    case .exact: key
    case .snakeCase: Self.snakeCased(key)
    }
  }

  /// The key for a column's name, as far as it can be determined: `user_id` gives `userId`.
  func key(_ columnName: String) -> String {
    guard self == .snakeCase else { return columnName }
    let words = columnName.split(separator: "_")
    guard let first = words.first else { return columnName }
    return words.dropFirst().reduce(String(first)) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }

  /// A word begins at a capital after a small letter or digit, and at the last of several capitals before a small
  /// letter: `myURLList` is `my_url_list`.
  private static func snakeCased(_ key: String) -> String {
    let characters = Array(key)
    var text = ""
    for (index, character) in characters.enumerated() {
      if character.isUppercase, index > 0, characters[index - 1] != "_" {
        let startsWord = index + 1 < characters.count && characters[index + 1].isLowercase
        if !characters[index - 1].isUppercase || startsWord { text.append("_") }
      }
      text += character.lowercased()
    }
    return text
  }
}

/// A call with its statement. Names of tables and columns stand between `‹` and `›`, so that one of them can be misspelled.
struct ProgramStatement: Sendable {
  /// One of the types that a row is read as.
  struct Read: Sendable {
    var type: String
    /// What a value of this column can't be read as; nil where that is not known.
    var wrong: String?
    /// True if the column may be NULL, and the type takes it.
    var isOptional = false
    /// True if nothing but the schema, or a LEFT JOIN, says that it may be.
    var isCertain = true

    var text: String { isOptional ? type + "?" : type }
  }

  var call: String
  var sql: String
  var reads: [Read] = []
  /// A struct that rows are read as, in the place of ``reads``.
  var model: String?
  /// The values behind the text, for each `?`.
  var values: [String] = []
  /// The values by name.
  var named: [(name: String, value: String)] = []
  /// What is interpolated stands in the text as `{value}`.
  var interpolates: Bool { sql.contains("{") }

  var plainSQL: String { sql.filter { $0 != "‹" && $0 != "›" } }

  /// The text that the database is given: `?` for each value.
  var preparedSQL: String {
    var text = ""
    var isInside = false
    for character in plainSQL {
      if character == "{" {
        isInside = true
        text.append("?")
      } else if character == "}" {
        isInside = false
      } else if !isInside {
        text.append(character)
      }
    }
    return text
  }

  /// The call as Swift.
  ///
  /// - Parameter isLong: True for a literal of several lines.
  func swift(isLong: Bool) -> String {
    var text = plainSQL.replacing("{", with: "\\(").replacing("}", with: ")")
    if isLong {
      for word in [" FROM ", " WHERE ", " LEFT JOIN ", " GROUP BY "] {
        text = text.replacing(word, with: "\n    " + word.dropFirst())
      }
      text = "\"\"\"\n    \(text)\n    \"\"\""
    } else {
      text = "\"\(text)\""
    }
    var arguments: [String] = []
    if let model {
      arguments.append("\(model).self")
    } else if reads.count > 1 {
      arguments.append("(\(reads.map(\.text).joined(separator: ", "))).self")
    } else if let only = reads.first {
      arguments.append("\(only.text).self")
    }
    arguments.append(text)
    arguments += values
    if !named.isEmpty {
      arguments.append("[" + named.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", ") + "]")
    }
    return "try db.\(call)(\(arguments.joined(separator: ", ")))"
  }
}

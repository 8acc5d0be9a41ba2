/// A line of a CSV file that can't be read.
package struct CSVError: Error, Equatable, CustomStringConvertible {
  /// What is wrong with the line.
  package enum Reason: Equatable {
    /// The file ended inside quotes.
    case unclosedQuote(openedOn: Int)
    /// Something other than a delimiter follows a closing quote; fields count from 1.
    case textAfterQuote(field: Int)
    /// A different number of fields than in the first line.
    case fieldCount(expected: Int, found: Int)
    /// More bytes than ``CSVFormat/longestRecord``.
    case recordTooLong(limit: Int)
    /// A field that is not text; fields count from 1.
    case notUTF8(field: Int)
    /// The file begins with the mark of another encoding.
    case notUTF8File
  }

  /// The line, counted from 1.
  package var line: Int
  /// What is wrong with it.
  package var reason: Reason

  /// False if the reader can't know where the next record begins.
  package var canContinue: Bool {
    switch reason {
    case .unclosedQuote, .recordTooLong, .notUTF8File: false
    case .textAfterQuote, .fieldCount, .notUTF8: true
    }
  }

  /// `line 7: quote opened on line 5 is never closed`
  package var description: String {
    "line \(line): \(explanation)"
  }

  private var explanation: String {
    switch reason {
    case .unclosedQuote(let opening): "quote opened on line \(opening) is never closed"
    case .textAfterQuote(let field): "field \(field) goes on after its closing quote (a quote within quotes is doubled)"
    case .fieldCount(let expected, let found): "\(expected) field\(expected == 1 ? "" : "s") expected, \(found) found"
    case .recordTooLong(let limit): "more than \(limit >> 20) MiB in one record; is a closing quote missing?"
    case .notUTF8(let field): "field \(field) is not valid UTF-8; --encoding names another, such as latin1"
    case .notUTF8File: "the file is UTF-16; add --encoding utf-16"
    }
  }
}

import ORDA
import ORDAImport

extension Problem {
  /// Why a file was not imported: where in it, what, and that nothing of it was kept.
  ///
  /// - Parameter columns: The columns by their places in a line, as far as they are known.
  init(importing error: any Error, columns: [String] = []) {
    switch error {
    case let problem as Problem: self = problem
    case let line as BadField: self.init(.unprocessable, Self.ended(line.description), kind: "badLine")
    case let line as RefusedLine:
      let column = line.error.column.map { ", column \(BadField.shown($0))" } ?? ""
      self.init(
        Problem(line.error).status, Self.ended("line \(line.line)\(column): \(line.error.message)"),
        kind: line.error.kind.name)
    case let line as CSVError:
      self.init(
        .unprocessable, Self.ended("line \(line.line)\(Self.explanation(line.reason, columns))"), kind: "badLine")
    case let line as any BadLine: self.init(.unprocessable, Self.ended("\(line)"), kind: "badLine")
    case is HeaderError, is EncodingError: self.init(.unprocessable, Self.ended("\(error)"), kind: "badLine")
    case let error as NotAsItWas:
      self.init(importing: error.error, columns: columns)
      message += " But an empty table was made and could not be dropped again: \(error.left.joined(separator: ", "))."
    case is CancellationError:
      self.init(.stopped, "The import was cancelled; nothing was imported.", kind: "cancelled")
    case let error as DatabaseError where error.kind == .commitUnknown:
      self.init(error)
      message = "\(error.message). Whether the file was imported is not known: the table tells."
    case let error as DatabaseError:
      self.init(error)
      message = Self.ended(error.message)
    default:
      self.init(describing: error)
      message = Self.ended(message)
    }
  }

  private static func ended(_ text: String) -> String {
    // A message may quote a value, of any length.
    (text.count > 600 ? text.prefix(600) + "…" : text.hasSuffix(".") ? text.dropLast() : text[...])
      + "; nothing was imported."
  }

  /// What is wrong with a line of CSV, without the command's options.
  private static func explanation(_ reason: CSVError.Reason, _ columns: [String]) -> String {
    func column(_ field: Int) -> String {
      columns.indices.contains(field - 1) ? ", column \(BadField.shown(columns[field - 1]))" : ", field \(field)"
    }
    switch reason {
    case .notUTF8(let field): return "\(column(field)): this is not UTF-8; choose how the file is encoded"
    case .notUTF8File: return ": the file is UTF-16; choose so, or save it as UTF-8"
    case .textAfterQuote(let field):
      return "\(column(field)): text follows the closing quote (a quote within quotes is doubled)"
    case .unclosedQuote(let opening): return ": the quote opened on line \(opening) is never closed"
    case .fieldCount(let expected, let found): return ": \(expected) fields expected, \(found) found"
    case .recordTooLong: return ": the line is too long; is a closing quote missing?"
    }
  }
}

import ArgumentParser
import ORDA
import ORDAImport

/// How the command reports that something went wrong.
enum Failure {
  /// The exit code for everything that goes wrong after the command was understood.
  static let exitCode = ExitCode(1)

  /// Runs the body; an error goes to standard error, in words, and the command ends with code 1.
  static func reporting(_ body: () throws -> Void) throws {
    do {
      try body()
      try StandardStreams.output.flush()
    } catch let error as ExitCode {
      throw error
    } catch {
      StandardStreams.error(text(of: error, style: Terminal.error.style))
      (error as? Interrupted)?.endProcess()
      throw exitCode
    }
  }

  /// `orda: constraint.unique: …`, followed by what else the database reported.
  ///
  /// - Parameter place: Where it happened, ending with a space: `line 3: `.
  static func text(of error: any Error, style: Style, place: String = "") -> String {
    if let error = error as? ScriptError {
      let file = error.file.map { VisibleText.escaping($0) + ": " } ?? ""
      return text(of: error.error, style: style, place: "\(place)\(file)line \(error.line): ")
    }
    guard let error = error as? DatabaseError else {
      return "\(style.red("orda:")) \(place)\(VisibleText.escaping("\(error)"))\n"
    }
    var text = "\(style.red("orda:")) \(place)\(style.bold(error.kind.name)): \(VisibleText.escaping(error.message))\n"
    let facts = facts(of: error)
    if !facts.isEmpty { text += style.dim("      \(VisibleText.escaping(facts))") + "\n" }
    return text
  }

  /// The database's own codes and names, if it reported any.
  static func facts(of error: DatabaseError) -> String {
    var facts: [String] = []
    if let state = error.sqlState { facts.append("SQLSTATE \(state)") }
    if let code = error.vendorCode { facts.append("vendor code \(code)") }
    if let table = error.table { facts.append("table \(table)") }
    if let column = error.column { facts.append("column \(column)") }
    if let constraint = error.constraint { facts.append("constraint \(constraint)") }
    return facts.joined(separator: ", ")
  }
}

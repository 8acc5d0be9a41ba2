import ORDAImport
import SourceCheck

/// Writes problems, and counts them.
struct CheckReport {
  let format: CheckCommand.Format
  let isVerbose: Bool
  private(set) var problemCount = 0
  private var judgedCount = 0
  private var unjudgedCount = 0

  init(format: CheckCommand.Format, isVerbose: Bool) {
    self.format = format
    self.isVerbose = isVerbose
  }

  mutating func add(_ verdict: Verdict, of statement: FoundStatement) {
    switch verdict {
    case .right: judgedCount += 1
    case .wrong(let problems):
      judgedCount += 1
      problemCount += problems.count
      for problem in problems {
        write(problem.path, problem.line, problem.column, "error", problem.kind, problem.message)
      }
    case .unjudged(let reason): add(UnjudgedPlace(statement.source, statement.literal.start, reason))
    }
  }

  mutating func add(_ place: UnjudgedPlace) {
    unjudgedCount += 1
    guard isVerbose else { return }
    let (line, column) = place.source.place(of: place.offset)
    write(place.source.path, line, column, "note", "unjudged", "not judged: \(place.reason)")
  }

  /// Reports how much was checked: to people, and for programs on standard error.
  func end(_ findings: SourceFindings) {
    var text = "\(Grouped.count(judgedCount, "statement")) in \(Grouped.count(findings.sourceCount, "file")) checked, "
    text += problemCount == 0 ? "nothing wrong" : Grouped.count(problemCount, "error")
    if unjudgedCount > 0 { text += "; \(Grouped.digits(unjudgedCount)) could not be judged" }
    if unjudgedCount > 0, !isVerbose { text += " (--verbose lists them)" }
    if format == .text { StandardStreams.output.write(text + "\n") } else { StandardStreams.error(text + "\n") }
  }

  private func write(
    _ path: String, _ line: Int, _ column: Int, _ severity: String, _ kind: String, _ message: String
  ) {
    let output = StandardStreams.output
    guard format == .jsonl else {
      return output.write(VisibleText.escaping("\(path):\(line):\(column): \(severity): \(message)") + "\n")
    }
    output.write(#"{"file":"#)
    output.writeJSON(text: path)
    output.write(#","line":\#(line),"column":\#(column),"severity":"\#(severity)","kind":"#)
    output.writeJSON(text: kind)
    output.write(#","message":"#)
    output.writeJSON(text: message)
    output.write("}\n")
  }
}

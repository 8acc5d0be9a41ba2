internal import CPostgreSQL
internal import ORDA

/// What the server says in an error or a notice, in its parts.
struct ErrorReport {
  let severity: String
  let state: String
  let message: String
  let detail: String?
  let hint: String?
  let schema: String?
  let table: String?
  let column: String?
  let constraint: String?
  /// The function of the server's that says so, in no language.
  let function: String?

  init(_ result: OpaquePointer) {
    func text(_ part: UnsafePointer<CChar>?) -> String? { part.map { String(cString: $0) } }
    severity = text(orda_pq_severity(result)) ?? ""
    state = text(orda_pq_state(result)) ?? ""
    let words = [text(orda_pq_message(result)), text(PQresultErrorMessage(result))].compactMap { $0 }
    message = words.first { !$0.isEmpty } ?? "the server reported an error without words"
    detail = text(orda_pq_detail(result))
    hint = text(orda_pq_hint(result))
    schema = text(orda_pq_schema(result))
    table = text(orda_pq_table(result))
    column = text(orda_pq_column(result))
    constraint = text(orda_pq_constraint(result))
    function = text(orda_pq_function(result))
  }

  /// True for an error after which the server ends the session.
  var isFatal: Bool { severity == "FATAL" || severity == "PANIC" }

  /// The error, without any value that was bound.
  func error(sql: String?) -> DatabaseError {
    var words = state.hasPrefix("22") ? Self.withoutQuoted(message) : message
    if let detail { words += ": " + Self.withoutValues(detail, state: state) }
    if let hint { words += " (\(hint))" }
    var error = DatabaseError(
      SQLState.kind(state), words, sqlState: state.isEmpty ? nil : state, sql: sql, table: table, column: column,
      constraint: constraint)
    complete(&error)
    if isFatal, error.kind != .connectionLost, !DatabaseError.Kind.cannotOpen.matches(error.kind) {
      error.kind = .connectionLost
    }
    // A server that says so has not run it.
    if SQLState.endsSession(state) || state == "08P01" { error.isRetryable = true }
    return error
  }

  /// What the server names in its words alone.
  private func complete(_ error: inout DatabaseError) {
    let first = quoted(message)
    switch state {
    // Somebody else has made the same thing at the same moment.
    case "23505" where schema == "pg_catalog":
      error.kind = .alreadyExists
      (error.table, error.column, error.constraint) = (nil, nil, nil)
    // The name is one of ORDA's, which the session has or lacks because it is another one.
    case "26000", "42P05":
      if first?.hasPrefix("orda_") == true {
        error.message +=
          "; if a pooler stands between the program and the server, add pooler=transaction or prepare=off to the URL"
      }
    // Key (genre, name)=(1, Jazz) already exists.
    case "23505", "23503", "23P01": error.column = error.column ?? detail.flatMap(Self.keyColumns)
    case "42703": error.column = error.column ?? first?.afterLastDot ?? unquotedColumn
    case "42701": error.column = error.column ?? first
    case "42P01", "42P07": error.table = error.table ?? first?.afterLastDot
    case "42704": completeMissing(&error, first)
    case "42804" where message.hasPrefix("column "):
      error.kind = .constraint(.dataType)
      error.column = error.column ?? first
    case "42501": error.table = error.table ?? (message.contains(" for table ") ? first : nil)
    default: break
    }
  }

  /// Something that does not exist has one state, whatever it is.
  private func completeMissing(_ error: inout DatabaseError, _ name: String?) {
    if message.hasPrefix("index ") {
      error.kind = .noSuchIndex
    } else if message.hasPrefix("constraint ") {
      error.kind = .noSuchConstraint
    } else if message.hasPrefix("trigger ") {
      error.kind = .noSuchTrigger
    } else {
      return
    }
    error.constraint = name
  }

  /// `column g.name does not exist`: a name after its table's has no quotes.
  private var unquotedColumn: String? {
    let words = message.split(separator: " ")
    return words.count > 1 && words[0] == "column" ? String(words[1]).afterLastDot : nil
  }

  private func quoted(_ text: String) -> String? {
    guard let start = text.firstIndex(of: "\"") else { return nil }
    let rest = text[text.index(after: start)...]
    return rest.firstIndex(of: "\"").map { String(rest[..<$0]) }
  }

  // MARK: Values

  /// `Key (a, b)=(…) …` gives `a, b`.
  private static func keyColumns(_ detail: String) -> String? {
    guard let equals = detail.range(of: ")=(", from: detail.startIndex),
      let start = detail[..<equals.lowerBound].firstIndex(of: "(")
    else { return nil }
    let list = detail[detail.index(after: start)..<equals.lowerBound]
    return list.split(separator: ",").map { $0.trimmed }.joined(separator: ", ")
  }

  /// A message about a value shows it in quotes.
  private static func withoutQuoted(_ message: String) -> String {
    guard let start = message.firstIndex(of: "\""), let end = message.lastIndex(of: "\""), start < end else {
      return message
    }
    return message[...start] + "…" + message[end...]
  }

  /// `Key (id)=(…) already exists.`, `Failing row contains (…).`: what a detail tells in parentheses or quotes may be
  /// bound.
  private static func withoutValues(_ detail: String, state: String) -> String {
    switch state.prefix(2) {
    case "22": return withoutQuoted(detail)
    case "23":
      let opening =
        detail.range(of: ")=(", from: detail.startIndex)?.upperBound
        ?? detail.firstIndex(of: "(").map { detail.index(after: $0) }
      guard let opening, let end = detail.lastIndex(of: ")"), opening <= end else { return detail }
      return detail[..<opening] + "…" + detail[end...]
    case "P0": return detail
    default: return detail
    }
  }
}

extension StringProtocol {
  /// Where another text first occurs.
  func range(of text: String, from start: Index) -> Range<Index>? {
    var place = start
    while place < endIndex {
      if self[place...].hasPrefix(text) { return place..<index(place, offsetBy: text.count) }
      place = index(after: place)
    }
    return nil
  }

  var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// The last part of a name with dots in it.
  var afterLastDot: String { lastIndex(of: ".").map { String(self[index(after: $0)...]) } ?? String(self) }
}

internal import CPostgreSQL
internal import ORDA

/// What the server says in an error or a notice, in its parts.
///
/// The message, the detail and the hint are in the server's language. All that is decided depends on the other parts.
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
  let dataType: String?
  /// The function of the server's that says so, in no language.
  let function: String?
  /// Whether the error is about a place in the text that the program sent. Then it does not depend on bound values.
  let isAboutText: Bool

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
    dataType = text(orda_pq_data_type(result))
    function = text(orda_pq_function(result))
    isAboutText = orda_pq_place(result) != nil && orda_pq_inner_text(result) == nil
  }

  /// The violated constraint or index; nil if the error does not name one.
  var key: QualifiedConstraint? {
    guard let schema, let table, let constraint else { return nil }
    return QualifiedConstraint(schema: schema, table: table, name: constraint)
  }

  /// True for an error after which the server ends the session.
  var isFatal: Bool { severity == "FATAL" || severity == "PANIC" }

  /// The error, without any value that was bound.
  func error(sql: String?) -> DatabaseError {
    let names = NamesInText(sql ?? "")
    var error = DatabaseError(
      SQLState.kind(state), words(names), sqlState: state.isEmpty ? nil : state, sql: sql, table: table, column: column,
      constraint: constraint)
    complete(&error, names)
    if isFatal, error.kind != .connectionLost, !DatabaseError.Kind.cannotOpen.matches(error.kind) {
      error.kind = .connectionLost
    }
    // A server that says so has not run it.
    if SQLState.endsSession(state) || state == "08P01" { error.isRetryable = true }
    return error
  }

  /// Sets fields that the server does not report as parts. A message quotes the same names in each language, in another order.
  private func complete(_ error: inout DatabaseError, _ names: NamesInText) {
    switch state {
    // Somebody else has made the same thing at the same moment.
    case "23505" where schema == "pg_catalog":
      error.kind = .alreadyExists
      (error.table, error.column, error.constraint) = (nil, nil, nil)
    // The name is one of ORDA's, which the session has or lacks because it is another one.
    case "26000", "42P05":
      if message.contains("orda_") {
        error.message +=
          "; if a pooler stands between the program and the server, add pooler=transaction or prepare=off to the URL"
      }
    // Key (genre, name)=(1, Jazz) already exists.
    case "23505", "23503", "23P01": error.column = error.column ?? detail.flatMap(Self.keyColumns)
    case "42703": error.column = error.column ?? name(among: names) ?? unquotedColumn(among: names)
    case "42701": error.column = error.column ?? name(among: names)
    case "42P01", "42P07": error.table = error.table ?? name(among: names)
    case "42704": completeMissing(&error, names)
    case "42804" where Self.columnTypes.contains(function ?? ""):
      error.kind = .constraint(.dataType)
      error.column = error.column ?? name(among: names)
    default: break
    }
  }

  /// The server's functions that compare the type of a column with the type of its new value.
  private static let columnTypes: Set<String> = [
    "transformAssignedExpr", "cookDefault", "ATPrepAlterColumnType", "MergeAttributes", "MergeChildAttribute",
  ]

  /// Missing things of all kinds have the same state.
  private func completeMissing(_ error: inout DatabaseError, _ names: NamesInText) {
    guard let (kind, word) = missing(names) else { return }
    error.kind = kind
    error.constraint = names.name(after: word, among: quotedNames) ?? name(among: names)
  }

  /// The kind of the missing thing, and the word before its name in a statement.
  private func missing(_ names: NamesInText) -> (DatabaseError.Kind, String)? {
    let function = (function ?? "").lowercased()
    switch function {
    // These serve things of every kind.
    case "droperrormsgnonexistent": return names.begins(with: "drop", "index") ? (.noSuchIndex, "index") : nil
    case "cluster", "atexecclusteron", "atexecreplicaidentity", "transformindexconstraint":
      return (.noSuchIndex, "index")
    case "aftertriggersetstate": return (.noSuchConstraint, "constraints")
    default: break
    }
    if function.contains("constraint") { return (.noSuchConstraint, "constraint") }
    let isEvent = function.contains("event_trigger") || function.contains("eventtrigger")
    return function.contains("trigger") && !isEvent ? (.noSuchTrigger, "trigger") : nil
  }

  // MARK: Names

  /// The names that the message quotes, without their schemas.
  private var quotedNames: [String] {
    var names: [String] = []
    for name in QuotedWords(message).quoted.map({ $0.afterLastDot }) where !names.contains(name) { names.append(name) }
    return names
  }

  /// The name that the message quotes. Of several names it is the last one in the text, because a column follows its table. A name
  /// that the text does not contain may be a value.
  private func name(among names: NamesInText) -> String? {
    let quoted = quotedNames
    return isAboutText && quoted.count == 1 ? quoted[0] : names.last(among: quoted)
  }

  /// `column g.name does not exist`: the server does not quote a qualified name.
  private func unquotedColumn(among names: NamesInText) -> String? {
    names.qualified.filter { message.contains($0) }.max { $0.utf8.count < $1.utf8.count }?.afterLastDot
  }

  /// `Key (a, b)=(…) …` gives `a, b`.
  private static func keyColumns(_ detail: String) -> String? {
    guard let equals = detail.range(of: ")=(", from: detail.startIndex),
      let start = detail[..<equals.lowerBound].firstIndex(of: "(")
    else { return nil }
    let list = detail[detail.index(after: start)..<equals.lowerBound]
    return list.split(separator: ",").map { $0.trimmed }.joined(separator: ", ")
  }
}

/// A constraint of a table. Tables of several schemas may have the same name, and so may their constraints.
struct QualifiedConstraint: Hashable {
  let schema: String
  let table: String
  let name: String
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

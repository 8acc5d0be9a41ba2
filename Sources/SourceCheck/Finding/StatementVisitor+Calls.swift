#if SourceCheck
  internal import SwiftParser
  internal import SwiftSyntax

  /// The calls that take SQL.
  extension StatementVisitor {
    /// The calls whose text is the first argument, or the second after a type.
    private static let calls: Set = [
      "execute", "query", "first", "forEach", "rows", "prepare", "executeScript", "follow",
    ]
    /// Those of them that accept nothing else there, so that anything but a literal may be noted as SQL.
    private static let ownCalls: Set = ["execute", "query", "prepare", "executeScript", "follow"]
    /// The calls of a table, which take a condition.
    private static let conditionCalls: Set = ["select", "first", "count", "update", "delete", "follow"]

    func noteCall(_ call: FunctionCallExprSyntax) {
      guard let name = call.calledExpression.name else { return }
      if name == "SQL" { return noteSQL(call) }
      if name == "addFunction" { return noteFunction(call) }
      if name == "TableDefinition" { return noteTable(call) }
      let arguments = Array(call.arguments)
      if Self.conditionCalls.contains(name), let condition = arguments.first(where: { $0.label?.text == "where" }),
        condition.expression.is(StringLiteralExprSyntax.self)
      {
        if isSure { unjudged(condition.expression, "a condition of a table") }
        return
      }
      guard Self.calls.contains(name), let first = arguments.first, first.label == nil else { return }
      let type = first.expression.namedType
      let place = type == nil ? 0 : 1
      guard place < arguments.count, arguments[place].label == nil else { return }
      let text = arguments[place].expression
      let receiver = call.calledExpression.as(MemberAccessExprSyntax.self)?.base?.plain
      guard receiver?.calledName != "prepare" else { return }
      guard let literal = SQLLiteral(text, base: base) else {
        if type != nil || Self.ownCalls.contains(name), isSure, text.mayBeSQL {
          unjudged(text, "put together elsewhere, or when the program runs")
        }
        return
      }
      guard StatementWords.begin(literal.head) else {
        if isSure, type != nil || literal.isUnknown { unjudged(text, "no statement by its first word") }
        return
      }
      var statement = statement(literal, name)
      statement.type = type
      if name != "prepare" { statement.values = values(arguments[(place + 1)...], isList: name == "follow") }
      if let strategy = arguments.first(where: { $0.label?.text == "strategy" }) {
        switch strategy.expression.name {
        case "exact": statement.keys = .exact
        case "snakeCase": statement.keys = .snakeCase
        default: statement.keys = .unknown
        }
      }
      note(statement, receiver: receiver?.name)
    }

    /// `SQL("…")`, `SQL(text: "…")`
    private func noteSQL(_ call: FunctionCallExprSyntax) {
      guard isSure, call.arguments.count == 1, let argument = call.arguments.first else { return }
      let label = argument.label?.text
      guard label == nil || label == "text" || label == "stringLiteral",
        let literal = SQLLiteral(argument.expression, base: base)
      else {
        if label == "text" { unjudged(argument.expression, "put together when the program runs") }
        return
      }
      if label != nil, !literal.isPlain { return unjudged(argument.expression, "put together when the program runs") }
      guard StatementWords.begin(literal.head) else {
        return unjudged(argument.expression, "a piece of a statement")
      }
      note(statement(literal, "SQL"))
    }

    private func noteFunction(_ call: FunctionCallExprSyntax) {
      guard let argument = call.arguments.first, argument.label == nil else { return }
      let name = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
      findings.functions.insert(name?.lowercased() ?? "*")
    }

    private func noteTable(_ call: FunctionCallExprSyntax) {
      let argument = call.arguments.first { $0.label?.text == "name" }?.expression
      guard let name = argument?.as(StringLiteralExprSyntax.self)?.representedLiteralValue else { return }
      findings.tables.insert(name.lowercased())
    }

    /// The values that follow the text.
    ///
    /// - Parameter isList: True if the call takes `Parameters`, and not single values.
    private func values(
      _ arguments: ArraySlice<LabeledExprSyntax>, isList: Bool
    ) -> FoundStatement.GivenValues {
      let given = arguments.prefix { $0.label == nil }.map(\.expression)
      guard let only = given.first else {
        // An argument with an unknown label may belong to a type's own overload.
        return arguments.allSatisfy { Self.labels.contains($0.label?.text ?? "") } ? .list(0) : .unknown
      }
      if given.count > 1 { return .list(given.count) }
      if let array = only.as(ArrayExprSyntax.self) { return .list(array.elements.count) }
      if let dictionary = only.as(DictionaryExprSyntax.self) {
        guard case .elements(let elements) = dictionary.content else { return .named([]) }
        let names = elements.compactMap { $0.key.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
        return names.count == elements.count ? .named(names) : .unknown
      }
      return !isList && only.isSurelyValue ? .list(1) : .unknown
    }

    private static let labels: Set = ["timeout", "strategy", "key", "reading", "body"]
  }

  extension ExprSyntaxProtocol {
    /// False for what can't be SQL, such as a closure or a number.
    fileprivate var mayBeSQL: Bool {
      !`is`(ClosureExprSyntax.self) && !`is`(IntegerLiteralExprSyntax.self) && !`is`(KeyPathExprSyntax.self)
        && !`is`(DictionaryExprSyntax.self) && !`is`(ArrayExprSyntax.self) && !`is`(StringLiteralExprSyntax.self)
        && !`is`(NilLiteralExprSyntax.self) && !`is`(FloatLiteralExprSyntax.self)
        && !`is`(BooleanLiteralExprSyntax.self)
    }
  }
#endif

#if SourceCheck
  internal import SwiftParser
  internal import SwiftSyntax

  /// Goes through a source, and notes what is given to ORDA as SQL, and the types.
  final class StatementVisitor: SyntaxVisitor {
    let source: SourceText
    /// True if the source imports ORDA: then the type `SQL` is ORDA's.
    let isSure: Bool
    /// The first byte of the current piece.
    var base = 0
    var findings = SourceFindings()
    var types: [DeclaredType] = []
    /// The types around the current place.
    var scope: [String] = []
    /// The names of variables that hold prepared statements: arguments of their calls are values.
    private var prepared: Set<String> = []
    /// For each statement the name of what it is called on.
    private var receivers: [String?] = []

    init(source: SourceText, isSure: Bool) {
      self.source = source
      self.isSure = isSure
      super.init(viewMode: .sourceAccurate)
      findings.sourceCount = 1
    }

    func read(_ range: Range<Int>) {
      base = range.lowerBound
      source.bytes.withUnsafeBufferPointer { bytes in
        let piece = UnsafeBufferPointer(rebasing: bytes[range])
        // The parser need not handle deep nesting: it gives up instead of running out of stack.
        walk(Parser.parse(source: piece, maximumNestingLevel: 200))
      }
    }

    /// The findings, once everything is read.
    func finished() -> SourceFindings {
      let kept = zip(findings.statements, receivers).filter { !($0.1.map(prepared.contains) ?? false) }
      findings.statements = kept.map(\.0)
      return findings
    }

    func note(_ statement: FoundStatement, receiver: String? = nil) {
      findings.statements.append(statement)
      receivers.append(receiver)
    }

    func unjudged(_ node: some SyntaxProtocol, _ reason: String) {
      findings.unjudged.append(UnjudgedPlace(source, offset(of: node), reason))
    }

    /// Where something begins in the source.
    func offset(of node: some SyntaxProtocol) -> Int { base + node.positionAfterSkippingLeadingTrivia.utf8Offset }

    // MARK: What takes SQL

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      noteCall(node)
      return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      for binding in node.bindings {
        let type = binding.typeAnnotation.map { ReadType($0.type) }
        if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
          type?.isStatement ?? (binding.initializer?.value.plain.calledName == "prepare")
        {
          prepared.insert(name)
        }
        if isSure, type?.isSQL ?? false, let value = binding.initializer?.value { noteSQL(value) }
      }
      return .visitChildren
    }

    override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
      if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
        node.initializer?.value.plain.calledName == "prepare"
      {
        prepared.insert(name)
      }
      return .visitChildren
    }

    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
      let type = ReadType(node.type)
      if type.isStatement { prepared.insert((node.secondName ?? node.firstName).text) }
      if isSure, type.isSQL, let value = node.defaultValue?.value { noteSQL(value) }
      return .visitChildren
    }

    /// A value of type SQL.
    private func noteSQL(_ expression: ExprSyntax) {
      guard let literal = SQLLiteral(expression, base: base) else { return }
      guard StatementWords.begin(literal.head) else { return unjudged(expression, "a piece of a statement") }
      note(statement(literal, "SQL"))
    }

    func statement(_ literal: SQLLiteral, _ call: String) -> FoundStatement {
      var statement = FoundStatement(source: source, literal: literal, call: call)
      statement.scope = scope.joined(separator: ".")
      return statement
    }

    // MARK: Types

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { begin(node, node.name.text) }
    override func visitPost(_ node: StructDeclSyntax) { scope.removeLast() }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { begin(node, node.name.text) }
    override func visitPost(_ node: ClassDeclSyntax) { scope.removeLast() }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { begin(node, node.name.text) }
    override func visitPost(_ node: ActorDeclSyntax) { scope.removeLast() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { begin(node, node.name.text) }
    override func visitPost(_ node: EnumDeclSyntax) { scope.removeLast() }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
      begin(node, node.extendedType.trimmedDescription, isDeclared: false)
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { scope.removeLast() }

    private func begin(
      _ node: some DeclGroupSyntax, _ name: String, isDeclared: Bool = true
    ) -> SyntaxVisitorContinueKind {
      scope.append(name)
      var type = DeclaredType(node, name: scope.joined(separator: "."), isDeclared: isDeclared)
      type.path = source.path
      types.append(type)
      return .visitChildren
    }
  }

  extension ReadType {
    fileprivate var isSQL: Bool { self.wrapped == .named("SQL") || self.wrapped == .named("ORDA.SQL") }
    fileprivate var isStatement: Bool {
      self.wrapped == .named("Statement") || self.wrapped == .named("ORDA.Statement")
    }
  }
#endif

#if SourceCheck
  internal import SwiftSyntax

  extension ExprSyntaxProtocol {
    /// The expression without `try`, `await` and parentheses around it.
    var plain: ExprSyntax {
      if let inner = `as`(TryExprSyntax.self)?.expression { return inner.plain }
      if let inner = `as`(AwaitExprSyntax.self)?.expression { return inner.plain }
      if let tuple = `as`(TupleExprSyntax.self), tuple.elements.count == 1, let inner = tuple.elements.first,
        inner.label == nil
      {
        return inner.expression.plain
      }
      return ExprSyntax(self)
    }

    /// The last name of `name`, `a.name` and `.name`.
    var name: String? {
      if let reference = `as`(DeclReferenceExprSyntax.self) { return reference.baseName.text }
      if let member = `as`(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
      if let unwrapped = `as`(ForceUnwrapExprSyntax.self) { return unwrapped.expression.name }
      if let chained = `as`(OptionalChainingExprSyntax.self) { return chained.expression.name }
      return nil
    }

    /// The name of the function, if it is a call.
    var calledName: String? { `as`(FunctionCallExprSyntax.self)?.calledExpression.name }

    /// The type that `T.self` names.
    var namedType: ReadType? {
      guard let member = `as`(MemberAccessExprSyntax.self), member.declName.baseName.text == "self",
        let base = member.base
      else { return nil }
      return ReadType(base)
    }

    /// True if it can only be a value to be bound: a literal, or a name declared as one nearby.
    var isSurelyValue: Bool {
      if `is`(StringLiteralExprSyntax.self) || `is`(IntegerLiteralExprSyntax.self)
        || `is`(FloatLiteralExprSyntax.self) || `is`(BooleanLiteralExprSyntax.self) || `is`(NilLiteralExprSyntax.self)
      {
        return true
      }
      if let negative = `as`(PrefixOperatorExprSyntax.self) { return negative.expression.isSurelyValue }
      if let called = calledName { return ColumnType(name: called) != nil }
      return declaredType.map { ColumnType($0) != nil } ?? false
    }

    /// True if it is a name declared as SQL nearby.
    var isSurelySQL: Bool {
      if calledName == "SQL" { return true }
      let type = declaredType?.wrapped
      return type == .named("SQL") || type == .named("ORDA.SQL")
    }

    /// The declared type of a name: in the blocks, functions and types around it. Nil if it is not known.
    private var declaredType: ReadType? {
      guard let reference = `as`(DeclReferenceExprSyntax.self) else { return nil }
      return Syntax(self).declaredType(of: reference.baseName.text)
    }
  }

  extension Syntax {
    /// What the nearest declaration of a name says about its type; nil if it says nothing.
    fileprivate func declaredType(of name: String) -> ReadType? {
      var node = self
      while let parent = node.parent {
        defer { node = parent }
        if let items = parent.as(CodeBlockItemListSyntax.self) {
          for item in items.reversed() where item.position < node.position {
            guard let found = item.item.as(VariableDeclSyntax.self)?.binding(name) else { continue }
            return found.type
          }
        } else if let members = parent.as(MemberBlockItemListSyntax.self) {
          for member in members {
            guard let found = member.decl.as(VariableDeclSyntax.self)?.binding(name) else { continue }
            return found.type
          }
        } else if let closure = parent.as(ClosureExprSyntax.self), let signature = closure.signature?.parameterClause {
          switch signature {
          case .simpleInput(let names): if names.contains(where: { $0.name.text == name }) { return nil }
          case .parameterClause(let clause):
            let parameter = clause.parameters.first { ($0.secondName ?? $0.firstName).text == name }
            if let parameter { return parameter.type.map { ReadType($0) } }
          }
        } else if let loop = parent.as(ForStmtSyntax.self) {
          let names = loop.pattern.trimmedDescription.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
          if names.contains(Substring(name)) { return nil }
        } else if let parameters = parent.parameters {
          let parameter = parameters.first { ($0.secondName ?? $0.firstName).text == name }
          if let parameter { return parameter.ellipsis == nil ? ReadType(parameter.type) : nil }
        }
      }
      return nil
    }

    private var parameters: FunctionParameterListSyntax? {
      `as`(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
        ?? `as`(InitializerDeclSyntax.self)?.signature.parameterClause.parameters
    }
  }

  extension VariableDeclSyntax {
    /// The binding of a name, with its type if that is known.
    fileprivate func binding(_ name: String) -> (type: ReadType?, Void)? {
      for binding in bindings {
        guard binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name else { continue }
        if let type = binding.typeAnnotation?.type { return (ReadType(type), ()) }
        return (binding.initializer?.value.literalType, ())
      }
      return nil
    }
  }

  extension ExprSyntaxProtocol {
    /// The default type of a literal.
    var literalType: ReadType? {
      if let literal = `as`(StringLiteralExprSyntax.self) { return literal.segments.isEmpty ? nil : .named("String") }
      if `is`(IntegerLiteralExprSyntax.self) { return .named("Int") }
      if `is`(FloatLiteralExprSyntax.self) { return .named("Double") }
      if `is`(BooleanLiteralExprSyntax.self) { return .named("Bool") }
      if calledName == "SQL" { return .named("SQL") }
      if let name = calledName, ColumnType(name: name) != nil { return .named(name) }
      return nil
    }
  }
#endif

#if SourceCheck
  internal import SwiftParser
  internal import SwiftSyntax

  extension DeclaredType {
    /// The information about a type in a declaration or extension.
    init(_ node: some DeclGroupSyntax, name: String, isDeclared: Bool) {
      self.init(name: name)
      self.isDeclared = isDeclared
      isEnum = node.is(EnumDeclSyntax.self)
      inherited = node.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
      let known: Set = ["MainActor", "available", "frozen", "usableFromInline", "unchecked", "Sendable"]
      isOpen = !node.attributes.allSatisfy { attribute in
        guard case .attribute(let attribute) = attribute else { return false }
        return known.contains(attribute.attributeName.trimmedDescription)
      }
      for member in node.memberBlock.members { note(member.decl) }
    }

    private mutating func note(_ member: DeclSyntax) {
      if let variable = member.as(VariableDeclSyntax.self) {
        note(variable)
      } else if let keys = member.as(EnumDeclSyntax.self), keys.name.text == "CodingKeys" {
        note(keys: keys)
      } else if let initializer = member.as(InitializerDeclSyntax.self) {
        switch initializer.signature.parameterClause.parameters.first?.firstName.text {
        case "from": decodesItself = true
        case "row": note(rows: initializer)
        default: break
        }
      } else if member.is(IfConfigDeclSyntax.self) || member.is(MacroExpansionDeclSyntax.self) {
        isOpen = true
      }
    }

    private mutating func note(_ variable: VariableDeclSyntax) {
      let modifiers = Set(variable.modifiers.map(\.name.text))
      guard modifiers.isDisjoint(with: ["static", "class", "lazy"]) else { return }
      let isConstant = variable.bindingSpecifier.text == "let"
      var type: ReadType?
      var found: [Property] = []
      // In `var a, b: Int` both are Int.
      for binding in variable.bindings.reversed() {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
          isOpen = true
          continue
        }
        if binding.accessorBlock?.isComputed ?? false { continue }
        if !variable.attributes.isEmpty { isOpen = true }
        type = binding.typeAnnotation.map { ReadType($0.type) } ?? (binding.initializer == nil ? type : nil)
        if isConstant, binding.initializer != nil { continue }
        found.append(Property(name: name.trimmingBackticks, type: type ?? binding.initializer?.value.literalType))
      }
      properties += found.reversed()
    }

    private mutating func note(keys: EnumDeclSyntax) {
      var names: [String: String] = [:]
      for member in keys.memberBlock.members {
        guard let line = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
        for element in line.elements {
          let name = element.name.text.trimmingBackticks
          guard let raw = element.rawValue?.value else {
            names[name] = name
            continue
          }
          names[name] = raw.as(StringLiteralExprSyntax.self)?.representedLiteralValue ?? name
        }
      }
      codingKeys = names
    }

    /// What `init(row:)` reads in statements such as `id = try row.get(0)`.
    private mutating func note(rows initializer: InitializerDeclSyntax) {
      readsRows = true
      guard let parameter = initializer.signature.parameterClause.parameters.first else { return }
      let row = (parameter.secondName ?? parameter.firstName).text
      for item in initializer.body?.statements ?? [] {
        guard let elements = item.item.as(SequenceExprSyntax.self)?.elements.map({ $0 }), elements.count == 3,
          elements[1].is(AssignmentExprSyntax.self),
          // `try?` reads nil if there is no such column.
          elements[2].as(TryExprSyntax.self)?.questionOrExclamationMark == nil, let property = elements[0].name,
          let reading = Self.reading(elements[2].plain, row)
        else { continue }
        readings.append(Reading(property: property, column: reading.column, type: reading.type))
      }
    }

    private static func reading(
      _ expression: ExprSyntax, _ row: String
    ) -> (column: Reading.Column, type: ReadType?)? {
      var arguments: [LabeledExprSyntax] = []
      if let call = expression.as(FunctionCallExprSyntax.self),
        let member = call.calledExpression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "get",
        member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == row
      {
        arguments = Array(call.arguments)
      } else if let lookup = expression.as(SubscriptCallExprSyntax.self),
        lookup.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == row
      {
        arguments = Array(lookup.arguments)
      }
      guard let first = arguments.first else { return nil }
      let type = arguments.dropFirst().first { $0.label?.text == "as" }?.expression.namedType
      if let number = first.expression.as(IntegerLiteralExprSyntax.self).flatMap({ Int($0.literal.text) }) {
        return (.index(number), type)
      }
      let name = first.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
      return name.map { (.name($0), type) }
    }
  }

  extension AccessorBlockSyntax {
    /// False for a stored property with observers.
    fileprivate var isComputed: Bool {
      guard case .accessors(let accessors) = accessors else { return true }
      return accessors.contains { !["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }
  }

  extension String {
    fileprivate var trimmingBackticks: String { filter { $0 != "`" } }
  }
#endif

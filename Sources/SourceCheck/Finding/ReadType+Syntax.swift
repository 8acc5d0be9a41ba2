#if SourceCheck
  internal import SwiftSyntax

  extension ReadType {
    /// The type written where a type is expected.
    init(_ type: TypeSyntax) {
      if let optional = type.as(OptionalTypeSyntax.self) {
        self = .optional(ReadType(optional.wrappedType))
      } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
        self = .optional(ReadType(optional.wrappedType))
      } else if let array = type.as(ArrayTypeSyntax.self) {
        self = .array(ReadType(array.element))
      } else if let tuple = type.as(TupleTypeSyntax.self) {
        let types = tuple.elements.map { ReadType($0.type) }
        self = types.count == 1 ? types[0] : .tuple(types)
      } else if let attributed = type.as(AttributedTypeSyntax.self) {
        self = ReadType(attributed.baseType)
      } else if let existential = type.as(SomeOrAnyTypeSyntax.self) {
        self = ReadType(existential.constraint)
      } else if let name = type.as(IdentifierTypeSyntax.self) {
        self = Self.generic(name.name.text, name.genericArgumentClause)
      } else if let member = type.as(MemberTypeSyntax.self), case .named(let base) = ReadType(member.baseType) {
        self = .named("\(base).\(member.name.text)")
      } else {
        self = .other
      }
    }

    /// The type written where an expression is expected, before `.self`.
    init(_ expression: ExprSyntax) {
      if let optional = expression.as(OptionalChainingExprSyntax.self) {
        self = .optional(ReadType(optional.expression))
      } else if let array = expression.as(ArrayExprSyntax.self), array.elements.count == 1,
        let element = array.elements.first
      {
        self = .array(ReadType(element.expression))
      } else if let tuple = expression.as(TupleExprSyntax.self) {
        let types = tuple.elements.map { ReadType($0.expression) }
        self = types.count == 1 ? types[0] : .tuple(types)
      } else if let name = expression.as(DeclReferenceExprSyntax.self) {
        self = .named(name.baseName.text)
      } else if let special = expression.as(GenericSpecializationExprSyntax.self),
        let name = special.expression.as(DeclReferenceExprSyntax.self)
      {
        self = Self.generic(name.baseName.text, special.genericArgumentClause)
      } else if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
        case .named(let outer) = ReadType(base)
      {
        self = .named("\(outer).\(member.declName.baseName.text)")
      } else if let type = expression.as(TypeExprSyntax.self) {
        self = ReadType(type.type)
      } else {
        self = .other
      }
    }

    private static func generic(_ name: String, _ arguments: GenericArgumentClauseSyntax?) -> ReadType {
      guard let arguments else { return .named(name) }
      let types = arguments.arguments.map { argument -> ReadType in
        if case .type(let type) = argument.argument { return ReadType(type) }
        return .other
      }
      return switch (name, types.first) {
      case ("Optional", let type?): .optional(type)
      case ("Array", let type?): .array(type)
      default: .named(name)
      }
    }
  }
#endif

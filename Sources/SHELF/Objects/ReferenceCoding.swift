/// The form of all references: an object with one member that has a SHELF name, and a second one if the reference's
/// rule is not the usual one.
struct ReferenceCoding {
  let id: ShelfId

  init(id: ShelfId) { self.id = id }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }

    static let reference = Name(stringValue: SpecialKey.reference)
    static let rule = Name(stringValue: SpecialKey.rule)
  }

  init(from decoder: any Decoder) throws {
    id = try decoder.container(keyedBy: Name.self).decode(ShelfId.self, forKey: .reference)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    try container.encode(id, forKey: .reference)
    if let rule = ObjectContext.rules(in: encoder)?[id], rule != .nullify {
      try container.encode(rule.rawValue, forKey: .rule)
    }
  }
}

/// What is passed to objects that are encoded and decoded.
enum ObjectContext {
  private static let rulesKey = CodingUserInfoKey(rawValue: "ShelfReferenceRules")
  // Not in the user info, which would require a separate coder for each object.
  /// The object that is being decoded.
  @TaskLocal static var object: ShelfId?
  /// Receives the bytes of the object that is being encoded.
  @TaskLocal static var binaries: EncodedBinaries?

  private static let loaderKey = CodingUserInfoKey(rawValue: "Shelf")

  /// The context of an object that is being encoded.
  ///
  /// - Parameter rules: The rules of the references in it, by the ids referred to.
  static func make(rules: [ShelfId: ShelfDeleteRule]) -> [CodingUserInfoKey: any Sendable] {
    rulesKey.map { [$0: rules] } ?? [:]
  }

  /// The context of an object that is being decoded.
  ///
  /// - Parameter loader: What its references are loaded from.
  static func make(loader: ReferenceLoader) -> [CodingUserInfoKey: any Sendable] {
    loaderKey.map { [$0: loader] } ?? [:]
  }

  static func rules(in encoder: any Encoder) -> [ShelfId: ShelfDeleteRule]? {
    rulesKey.flatMap { encoder.userInfo[$0] } as? [ShelfId: ShelfDeleteRule]
  }

  static func loader(in decoder: any Decoder) -> ReferenceLoader? {
    loaderKey.flatMap { decoder.userInfo[$0] } as? ReferenceLoader
  }
}

/// How all references are written: an object whose one member has a name of SHELF's own; and a second, where the rule of the
/// reference is not the usual one.
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
    let rules = encoder.userInfo[.shelfReferenceRules] as? [ShelfId: ShelfDeleteRule]
    if let rule = rules?[id], rule != .nullify { try container.encode(rule.rawValue, forKey: .rule) }
  }
}

extension CodingUserInfoKey {
  /// The rules of the references in an object that is being encoded, by the ids referred to.
  static let shelfReferenceRules = CodingUserInfoKey(rawValue: "ShelfReferenceRules")!
  /// The shelf that an object is being decoded for, from which its references are loaded.
  static let shelf = CodingUserInfoKey(rawValue: "Shelf")!
}

/// Writing and reading what is usually left out: flags that are false, lists that are empty.
extension KeyedEncodingContainer {
  mutating func encode(ifTrue flag: Bool, forKey key: Key) throws {
    if flag { try encode(flag, forKey: key) }
  }

  mutating func encode<Element: Encodable>(ifAny list: [Element], forKey key: Key) throws {
    if !list.isEmpty { try encode(list, forKey: key) }
  }
}

extension KeyedDecodingContainer {
  func flag(_ key: Key) throws -> Bool { try decodeIfPresent(Bool.self, forKey: key) ?? false }

  func list<Element: Decodable>(_ key: Key) throws -> [Element] {
    try decodeIfPresent([Element].self, forKey: key) ?? []
  }
}

/// Finds names that occur twice in an object, byte by byte: Swift's Strings are equal even if accents are composed
/// differently, and to JSON those are two names.
struct DistinctNames {
  /// From this many members on names are hashed.
  private static let few = 12
  private var hashed: Set<Name> = []

  /// False if the name is already among the members.
  mutating func insert(_ name: String, among members: [JSONValue.Member]) -> Bool {
    if members.count < Self.few { return !members.contains { Name($0.name) == Name(name) } }
    if hashed.isEmpty { for member in members { hashed.insert(Name(member.name)) } }
    return hashed.insert(Name(name)).inserted
  }

  private struct Name: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Name, right: Name) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}

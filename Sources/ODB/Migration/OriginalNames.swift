/// Chooses what the objects of one table of the first ODB are called: there names were not unique, nor folded, nor bounded.
struct OriginalNames {
  /// An object of the table.
  struct Object: Hashable {
    let id: Int64
    let name: String
    let isTable: Bool
  }

  /// What is kept, by whose new name.
  private(set) var kept: [(object: Object, name: NodeName)] = []
  /// What is left behind, since another has exactly its name.
  private(set) var duplicates: [Object] = []

  private var taken: Set<NodeName> = []

  init(_ objects: [Object]) {
    // A table counts before a value, and the newest before the others.
    let sorted = objects.sorted { ($0.isTable ? 1 : 0, $0.id) > ($1.isTable ? 1 : 0, $1.id) }
    var seen: Set<[UInt8]> = []
    for object in sorted {
      guard seen.insert(Array(object.name.utf8)).inserted else {
        duplicates.append(object)
        continue
      }
      kept.append((object, free(Self.legal(object.name))))
    }
  }

  /// The name itself, or with the first number behind it that makes it another.
  private mutating func free(_ name: String) -> NodeName {
    var free = NodeName(name)
    var number = 2
    while !taken.insert(free).inserted {
      free = NodeName("\(name) \(number)")
      number += 1
    }
    return free
  }

  /// The name, or where it is not legal one that is like it.
  private static func legal(_ name: String) -> String {
    if name.isEmpty { return "unnamed" }
    // Room for a number behind it.
    let longest = NodeName.longestKey - 20
    if NodeName(name).isLegal, name.utf8.count < longest { return name }
    var short = String.UnicodeScalarView(name.unicodeScalars.prefix(longest))
    while NodeName(String(short)).key.utf8.count > longest { short.removeLast() }
    let text = String(short)
    return NodeName(text).isLegal ? text : "unnamed"
  }
}

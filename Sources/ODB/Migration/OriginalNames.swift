/// Chooses names for the objects of one table of the first ODB, where names were neither unique, nor folded, nor
/// bounded.
struct OriginalNames {
  /// An object of the table.
  struct Object: Hashable {
    let id: Int64
    let name: String
    let isTable: Bool
  }

  /// The objects to keep, by their new names.
  private(set) var kept: [(object: Object, name: NodeName)] = []
  /// The objects left behind because another one has exactly the same name.
  private(set) var duplicates: [Object] = []

  private var taken: Set<NodeName> = []

  init(_ objects: [Object]) {
    // A table comes before a value, and the newest before the others.
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

  /// The name itself, or with the first number after it that makes it unique.
  private mutating func free(_ name: String) -> NodeName {
    var free = NodeName(name)
    var number = 2
    while !taken.insert(free).inserted {
      free = NodeName("\(name) \(number)")
      number += 1
    }
    return free
  }

  /// The name, or if it is not legal, a similar one.
  private static func legal(_ name: String) -> String {
    if name.isEmpty { return "unnamed" }
    // Room for a number after it.
    let longest = NodeName.longestKey - 20
    if NodeName(name).isLegal, name.utf8.count < longest { return name }
    var short = String.UnicodeScalarView(name.unicodeScalars.prefix(longest))
    while NodeName(String(short)).key.utf8.count > longest { short.removeLast() }
    let text = String(short)
    return NodeName(text).isLegal ? text : "unnamed"
  }
}

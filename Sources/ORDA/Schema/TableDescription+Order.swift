extension Sequence<TableDescription> {
  /// The tables in an order in which each comes after those that it refers to; a circle is cut where it was first
  /// entered.
  public func sortedByReferences() -> [TableDescription] {
    let byName = Dictionary(map { (SQLName($0.name.name), $0) }, uniquingKeysWith: { first, _ in first })
    var seen: Set<SQLName> = []
    var sorted: [TableDescription] = []
    // Without recursion: tables may refer to each other in a long chain.
    for table in self {
      var path = [(table: table, next: table.foreignKeyTableNames[...])]
      guard seen.insert(SQLName(table.name.name)).inserted else { continue }
      while let last = path.indices.last {
        if let name = path[last].next.popFirst() {
          let name = SQLName(name)
          guard let referred = byName[name], seen.insert(name).inserted else { continue }
          path.append((referred, referred.foreignKeyTableNames[...]))
        } else {
          sorted.append(path[last].table)
          path.removeLast()
        }
      }
    }
    return sorted
  }
}

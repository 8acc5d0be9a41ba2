/// Where nodes are and were: from row numbers to names.
///
/// A batch is interpreted some time after its commit, when the database may have moved on. So the waiting batches are
/// read from the last to the first, noting where a row was before a later batch changed it.
struct TreePlaces {
  typealias Place = RowNews.Place

  /// Places after the last batch that was read; forgotten when there are more than ``longest``.
  private var known: [Int64: Place] = [:]
  /// Places of nodes at the moment in question, if a later change moved them.
  private var earlier: [Int64: Place] = [:]
  /// The names of tables, as long as no table moves.
  private var tables: [Int64: [NodeName]] = [:]
  private static let longest = 10_000

  /// Forgets all places.
  mutating func removeAll() { self = TreePlaces() }

  /// The changes of batches, in order; nil if a row can't be placed.
  ///
  /// - Parameter ask: Returns a node's place according to the database now.
  mutating func changes(_ batches: [[RowNews]], ask: (Int64) throws -> Place?) rethrows -> [TreeChange]? {
    if known.count > Self.longest { known = [:] }
    for batch in batches { for row in batch { note(row) } }
    defer {
      earlier = [:]
      tables = [:]
    }
    var found: [TreeChange] = []
    for batch in batches.reversed() {
      for row in batch.reversed() {
        guard let told = try changes(row, ask) else { return nil }
        found.append(contentsOf: told)
      }
    }
    return found.reversed()
  }

  /// Brings the places up to date.
  private mutating func note(_ row: RowNews) {
    switch row.kind {
    case .made(let place): if row.isTable { known[row.id] = place }
    case .removed: known[row.id] = nil
    case .changed: break
    case .moved(_, let new): if let place = known[row.id] { known[row.id] = new.completed(by: place) }
    }
  }

  /// What a row's change means in the tree, the last first.
  private mutating func changes(_ row: RowNews, _ ask: (Int64) throws -> Place?) rethrows -> [TreeChange]? {
    switch row.kind {
    case .made(let place):
      return try names(of: place, ask).map { [TreeChange(names: $0, kind: .set)] }
    case .removed(let place):
      earlier[row.id] = place
      if row.isTable { tables = [:] }
      return try names(of: place, ask).map { [TreeChange(names: $0, kind: .removed)] }
    case .changed:
      guard row.id != Node.root else { return [] }
      guard let place = try place(of: row.id, ask) else { return nil }
      return try names(of: place, ask).map { [TreeChange(names: $0, kind: .set)] }
    case .moved(let old, let new):
      guard let there = try place(of: row.id, ask) else { return nil }
      let after = new.completed(by: there)
      let before = old.completed(by: after)
      guard let to = try names(of: after, ask) else { return nil }
      earlier[row.id] = before
      tables = [:]
      guard let from = try names(of: before, ask) else { return nil }
      return [
        TreeChange(names: to, kind: .set, isWhole: true), TreeChange(names: from, kind: .removed, isWhole: true),
      ]
    }
  }

  private mutating func place(of id: Int64, _ ask: (Int64) throws -> Place?) rethrows -> Place? {
    if let place = earlier[id] ?? known[id] { return place }
    let place = try ask(id)
    if let place { known[id] = place }
    return place
  }

  /// The names from the root to a place; nil if one of its tables is nowhere.
  private mutating func names(of place: Place, _ ask: (Int64) throws -> Place?) rethrows -> [NodeName]? {
    guard let above = try names(ofTable: place.parent, ask) else { return nil }
    return above + [place.name]
  }

  private mutating func names(ofTable id: Int64, _ ask: (Int64) throws -> Place?) rethrows -> [NodeName]? {
    if let names = tables[id] { return names }
    var names: [NodeName] = []
    var next = id
    while next != Node.root {
      guard names.count <= NodeName.deepest, let place = try place(of: next, ask) else { return nil }
      names.append(place.name)
      next = place.parent
    }
    names.reverse()
    tables[id] = names
    return names
  }
}

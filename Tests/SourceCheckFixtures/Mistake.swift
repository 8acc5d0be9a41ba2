/// What can be wrong with a statement.
enum Mistake: String, CaseIterable, Sendable {
  case name, type, count, null

  /// The statement with this mistake in it; nil where it can't have it.
  func made(in statement: ProgramStatement, _ random: inout Numbers) -> ProgramStatement? {
    var wrong = statement
    switch self {
    case .name:
      var parts = statement.sql.split(separator: "‹", omittingEmptySubsequences: false).map(String.init)
      guard parts.count > 1 else { return nil }
      let place = 1 + random.below(parts.count - 1)
      guard let end = parts[place].firstIndex(of: "›") else { return nil }
      let name = String(parts[place][..<end])
      guard let misspelled = Self.misspelled(name, &random) else { return nil }
      parts[place] = misspelled + parts[place][end...]
      wrong.sql = parts.joined(separator: "‹")
    case .type:
      let places = statement.reads.indices.filter { statement.reads[$0].wrong != nil }
      guard !places.isEmpty else { return nil }
      let place = random.one(of: places)
      wrong.reads[place].type = statement.reads[place].wrong ?? ""
    case .count:
      if !statement.named.isEmpty {
        wrong.named.remove(at: random.below(statement.named.count))
      } else if statement.values.count > 1, random.below(2) == 0 {
        wrong.values.removeLast()
      } else {
        wrong.values.append("3")
      }
    case .null:
      let places = statement.reads.indices.filter { statement.reads[$0].isOptional && statement.reads[$0].isCertain }
      guard !places.isEmpty else { return nil }
      wrong.reads[random.one(of: places)].isOptional = false
    }
    return wrong
  }

  /// A name with two letters swapped, one left out or one more.
  private static func misspelled(_ name: String, _ random: inout Numbers) -> String? {
    for _ in 0..<20 {
      var letters = Array(name)
      let place = random.below(letters.count)
      switch random.below(3) {
      case 0 where place + 1 < letters.count: letters.swapAt(place, place + 1)
      case 1 where letters.count > 3: letters.remove(at: place)
      default: letters.insert("x", at: place)
      }
      let misspelled = String(letters)
      // SQLite's own names of the row's number.
      if !ProgramSchema.names.contains(misspelled), misspelled != "oid" { return misspelled }
    }
    return nil
  }
}

import ORDA
import Testing

@Suite("What differs, by design") struct DifferenceTests {
  @Test("is as the table says", arguments: Database.allCases, Difference.table)
  func difference(_ database: Database, _ difference: Difference) throws {
    guard let expected = difference.expected(on: database) else { return }
    let test = try database.opened()
    let seen = try difference.look(test.db)
    #expect(seen == expected, "\(difference.subject): \(difference.reason)")
    // There `||` is OR, of two texts that are no numbers.
    let isWarned = database == .mariadb && difference.subject == "'a' || 'b'"
    #expect(test.warnings.take() == (isWarned ? ["the database warns of a statement"] : []))
  }

  @Test("The table holds nothing that is the same", arguments: Difference.table)
  func same(_ difference: Difference) {
    #expect(Set(Database.allCases.compactMap(difference.expected)).count > 1)
  }

  @Test("One capability more or less")
  func capabilities() throws {
    let (sqlite, mariadb) = (
      try Database.sqlite.opened().db.capabilities, try Database.mariadb.opened().db.capabilities
    )
    for difference in Difference.capabilities {
      #expect((difference.database == .sqlite ? sqlite : mariadb).contains(difference.capability))
    }
    #expect(sqlite.symmetricDifference(mariadb) == Set(Difference.capabilities.map(\.capability)))
  }
}

extension Difference: CustomTestStringConvertible {
  var testDescription: String { subject }
}

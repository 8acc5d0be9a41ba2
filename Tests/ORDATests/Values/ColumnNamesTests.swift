import Testing

@testable import ORDA

@Suite struct ColumnNamesTests {
  @Test(arguments: [3, 16, 17, 200]) func findsEachName(count: Int) {
    let all = (0..<count).map { "Column\($0)" }
    let names = ColumnNames(all)
    var hint = 0
    for round in 0..<3 {
      for (index, name) in all.enumerated() {
        #expect(names.index(of: name) == index)
        #expect(names.index(of: name, hint: &hint) == index)
        #expect(hint == (index + 1) % count)
        #expect(names.index(of: name.uppercased()) == index)
      }
      hint = round
    }
    hint = 1
    #expect(names.index(of: "nothing", hint: &hint) == nil)
    #expect(names.index(of: "COLUMN2", hint: &hint) == 2)
    #expect(names.index(of: "", hint: &hint) == nil)
    for wild in [-1, count, .max, .min] {
      hint = wild
      #expect(names.index(of: "Column1", hint: &hint) == 1)
      hint = wild
      #expect(names.index(of: "column1", hint: &hint) == 1)
    }
  }

  @Test func theFirstOfEqualNamesWins() {
    let names = ColumnNames(["id", "name", "id", "NAME", "last"])
    for start in 0..<6 {
      var hint = start
      #expect(names.index(of: "id", hint: &hint) == 0)
      hint = start
      #expect(names.index(of: "name", hint: &hint) == 1)
      hint = start
      #expect(names.index(of: "NAME", hint: &hint) == 3)
      hint = start
      #expect(names.index(of: "Name", hint: &hint) == 1)
      hint = start
      #expect(names.index(of: "last", hint: &hint) == 4)
    }
    let many = ColumnNames(Array(repeating: "same", count: 30))
    #expect(many.index(of: "same") == 0)
    #expect(many.index(of: "Same") == 0)
    let none = ColumnNames([])
    var hint = 0
    #expect(none.index(of: "id", hint: &hint) == nil)
  }

  @Test func onlyASCIILettersFold() {
    let names = ColumnNames(["Größe", "k"])
    #expect(names.index(of: "gRößE") == 0)
    #expect(names.index(of: "GRÖSSE") == nil)
    #expect(names.index(of: "GRÖßE") == nil)
    #expect(names.index(of: "\u{212A}") == nil)
    #expect(names.index(of: "[") == nil)
  }
}

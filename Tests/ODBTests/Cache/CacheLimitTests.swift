import Foundation
import ODB
import Testing

@Suite("The cache's limit")
struct CacheLimitTests {
  @Test("What leaves is read again, and nothing is lost", arguments: Place.allCases)
  func small(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    #expect(odb.cacheLimit == 64 << 20)
    odb.cacheLimit = 20_000
    let text = String(repeating: "x", count: 1_000)
    for table in 0..<10 {
      odb.perform {
        _ = odb.path(["\(table)", "inner"]).ensureTable()
        for number in 0..<20 { odb.path(["\(table)", "inner", "\(number)"]).setValue("\(table) \(number) \(text)") }
      }
    }
    let kept = odb.path(["3", "inner", "7"])
    for _ in 0..<2 {
      for table in 0..<10 {
        odb.perform {
          for number in 0..<20 {
            #expect(odb.path(["\(table)", "inner", "\(number)"]).value?.string == "\(table) \(number) \(text)")
          }
          #expect(kept.value?.string == "3 7 \(text)")
        }
      }
    }
    #expect(odb.error == nil)
  }

  @Test("A perform uses what it has, however small the limit is", arguments: Place.allCases)
  func inUse(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.cacheLimit = 0
    odb.perform {
      let table = odb.path(["a", "b"]).ensureTable()
      for number in 0..<1_000 { table?.set(number, name: "\(number)") }
      #expect(table?.children.count == 1_000)
      #expect(table?.odbValue("999") == 999)
    }
    let before = odb.statements
    odb.perform { #expect(odb.path(["a", "b", "999"]).value == 999) }
    #expect(odb.statements > before)
  }
}

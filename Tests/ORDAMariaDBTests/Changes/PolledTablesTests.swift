import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("What two looks at a server tell") struct PolledTablesTests {
  private typealias Stamp = PolledTables.Stamp

  private static func look(_ time: Int64, _ position: String? = nil, _ stamps: [TableName: Stamp]?) -> PolledTables.Look
  {
    PolledTables.Look(time: time, position: position, stamps: stamps)
  }

  /// What each look after the first tells.
  private static func news(_ looks: [PolledTables.Look]) -> [PolledTables.News] {
    var tables = PolledTables()
    return looks.map { tables.take($0, isOther: false) }
  }

  @Test("A time that is the same and was long past at the last look: nothing changed")
  func unchanged() {
    let looks = [10, 11, 12].map { Self.look($0, nil, ["t": Stamp(created: 1, updated: 8)]) }
    #expect(Self.news(looks) == [.init(), .init(), .init()])
  }

  @Test("A change in the same second as an earlier one is told, however long after")
  func sameSecond() {
    let stamps: [TableName: Stamp] = ["t": Stamp(created: 1, updated: 20), "u": Stamp(created: 1, updated: 3)]
    let looks = [Self.look(20, nil, stamps), Self.look(25, nil, stamps), Self.look(30, nil, stamps)]
    #expect(Self.news(looks) == [.init(), .init(tables: ["t"]), .init()])
  }

  @Test("A server's clock that goes back makes nothing that changes unseen")
  func clock() {
    let looks = [Self.look(20, nil, ["t": Stamp(updated: 10)]), Self.look(5, nil, ["t": Stamp(updated: 10)])]
    #expect(Self.news(looks + [Self.look(6, nil, ["t": Stamp(updated: 10)])])[2] == .init(tables: ["t"]))
  }

  @Test("A table of which no time is known: with each step of the log, and without one always")
  func unknownTime() {
    let stamps: [TableName: Stamp] = ["t": Stamp(created: 1)]
    let logged = [(10, "0-1-1"), (12, "0-1-1"), (14, "0-1-2"), (15, "0-1-2"), (18, "0-1-2"), (20, "0-1-2")]
    let looks = logged.map { Self.look(Int64($0.0), $0.1, stamps) }
    // The look at 10 may have been too early for what it saw in the log; so may that at 14, and at 15.
    #expect(Self.news(looks).map { !$0.tables.isEmpty } == [false, true, true, true, true, false])
    let silent = (10...12).map { Self.look($0, nil, stamps) }
    #expect(Self.news(silent).map(\.tables) == [[], ["t"], ["t"]])
  }

  @Test("TRUNCATE shows in the number of rows; tables that are made, altered or dropped are told as that")
  func altered() {
    let looks = [
      Self.look(10, nil, ["t": Stamp(created: 1, updated: 2, size: [.int(3)])]),
      Self.look(11, nil, ["t": Stamp(created: 1, updated: 2, size: [.int(0)])]),
      Self.look(12, nil, ["t": Stamp(created: 12, updated: 2, size: [.int(0)])]),
      Self.look(13, nil, ["t": Stamp(created: 12, updated: 2, size: [.int(0)]), "u": Stamp(created: 1, updated: 1)]),
      Self.look(14, nil, ["u": Stamp(created: 1, updated: 1)]),
    ]
    #expect(
      Self.news(looks) == [
        .init(), .init(tables: ["t"], emptied: ["t"]), .init(tables: ["t"], altered: ["t"]),
        .init(tables: ["u"], altered: ["u"]),
        .init(tables: ["t"], altered: ["t"]),
      ])
  }

  @Test("Other tables than before: what is new among them is not told, and nothing of the others is lost")
  func others() {
    var tables = PolledTables()
    _ = tables.take(Self.look(10, nil, ["t": Stamp(updated: 2)]), isOther: true)
    let news = tables.take(Self.look(11, nil, ["t": Stamp(updated: 5), "u": Stamp(updated: 2)]), isOther: true)
    #expect(news == .init(tables: ["t"]))
    #expect(tables.take(Self.look(12, nil, ["u": Stamp(updated: 2)]), isOther: true) == .init())
  }

  @Test("Where tables can't be told apart all may have changed")
  func blind() {
    #expect(Self.news([Self.look(1, nil, nil), Self.look(1, nil, nil)]).map(\.isEverything) == [false, true])
  }

  @Test("The batch of it")
  func batch() {
    let table = TableName(schema: "d", name: "t")
    #expect(PolledTables.News().batch.isEmpty)
    #expect(PolledTables.News(tables: [table]).batch.lines == ["? t"])
    #expect(PolledTables.News(tables: [table], altered: [table]).batch.lines == ["? t", "? .*", "schema"])
    #expect(PolledTables.News(isEverything: true).batch.lines == ["? *"])
  }
}

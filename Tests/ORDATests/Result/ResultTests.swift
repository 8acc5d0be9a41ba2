import Testing

@testable import ORDA

@Suite("Results")
struct ResultTests {
  private func open(_ columns: [String], _ rows: [[Value]]) throws -> any Governor {
    let fake = FakeDatabase()
    fake["SELECT"] = .rows(columns, rows)
    return try fake.open()
  }

  private func genres() throws -> any Governor {
    try open(["id", "name", "note"], [[1, "Jazz", .null], [2, "Rock", "loud"]])
  }

  @Test func rowFirstAndColumnFirst() throws {
    let result = try genres().query("SELECT")
    #expect(try result[0]["name"] == .text("Jazz"))
    #expect(try result["name"][1] == .text("Rock"))
    #expect(try result["name"].get(as: String.self) == ["Jazz", "Rock"])
    #expect(try result["note"].get(as: String?.self) == [nil, "loud"])
    #expect(result.count == 2 && !result.isEmpty)
    #expect(result.columns.map(\.name) == ["id", "name", "note"])
    #expect(result.rows.map(\.count) == [3, 3])
    #expect(result[1].values == [2, "Rock", "loud"])
    #expect(result[0].dictionary == ["id": 1, "name": "Jazz", "note": .null])
    #expect(result[0].description == "[id: 1, name: Jazz, note: NULL]")
    #expect(result.changed == nil && result.lastID == nil)
  }

  @Test func rowsOutOfRange() throws {
    let result = try genres().query("SELECT")
    #expect(try result.row(at: 1)["id"] == .int(2))
    for position in [2, -1, .max, .min] {
      let error = databaseError { _ = try result.row(at: position) }
      #expect(error?.kind == .outOfRange)
    }
    for index in [3, -1, .max, .min] {
      let error = databaseError { _ = try result[0].get(index, as: Int.self) }
      #expect(error?.kind == .noSuchColumn)
      #expect(error?.message == "column \(index) of a row of 3, counted from 0")
    }
  }

  @Test func namesWithoutRegardToCase() throws {
    let db = try open(["ID", "Name", "id"], [[1, "x", 2]])
    let row = try db.query("SELECT")[0]
    #expect(try row["ID"] == .int(1))
    #expect(try row["id"] == .int(2), "an exact name wins over an earlier inexact one")
    #expect(try row["Id"] == .int(1))
    #expect(try row["nAME"] == .text("x"))
  }

  @Test func ofEqualNamesTheFirstWins() throws {
    let db = try open(["a", "b", "a"], [[1, 2, 3], [4, 5, 6]])
    #expect(try db.query("SELECT")["a"].get(as: Int.self) == [1, 4])
    var read: [[Int]] = []
    try db.forEach("SELECT") { row in
      read.append([try row.get("a"), try row.get("b"), try row.get("a"), try row.get(2)])
    }
    #expect(read == [[1, 2, 1, 3], [4, 5, 4, 6]])
    #expect(try db.query("SELECT")[0].dictionary == ["a": 1, "b": 2])
  }

  @Test func manyColumnsAreFoundToo() throws {
    let names = (0..<40).map { "column\($0)" } + ["COLUMN7", "column3"]
    let db = try open(names, [(0..<42).map { .int($0) }])
    let row = try db.query("SELECT")[0]
    #expect(try row["column39"] == .int(39))
    #expect(try row["column3"] == .int(3))
    #expect(try row["COLUMN7"] == .int(40))
    #expect(try row["Column7"] == .int(7))
    #expect(databaseError { _ = try row["column40"] as Value }?.kind == .noSuchColumn)
  }

  @Test func anUnknownNameHasAHint() throws {
    let db = try genres()
    let result = try db.query("SELECT")
    for error in [
      databaseError { _ = try result[0]["nmae"] as Value }, databaseError { _ = try result["nmae"] },
      databaseError { _ = try result[0].get("nmae", as: String.self) },
      databaseError { try db.forEach("SELECT") { _ = try $0.get("nmae", as: String.self) } },
    ] {
      #expect(error?.kind == .noSuchColumn)
      #expect(error?.message == "the result has no column nmae; did you mean name?")
      #expect(error?.column == "nmae")
    }
    #expect(databaseError { _ = try result["zzz"] }?.message == "the result has no column zzz")
  }

  @Test func nullIsOnlyNil() throws {
    let db = try genres()
    let row = try db.query("SELECT")[0]
    let error = databaseError { _ = try row.get("note", as: String.self) }
    #expect(error?.kind == .unexpectedNull)
    #expect(error?.column == "note")
    #expect(try row.get("note", as: String?.self) == nil)
    try db.forEach("SELECT") { row in
      let isNull = try row.isNull(2)
      let asNumber = databaseError { _ = try row.get(2, as: Int.self) }
      #expect(asNumber?.kind == (isNull ? .unexpectedNull : .typeMismatch))
      let unchecked = databaseError { _ = try row.get(unchecked: 2, as: String.self) }
      #expect(unchecked?.kind == (isNull ? .unexpectedNull : nil))
    }
  }

  @Test func textIsNoInteger() throws {
    let db = try open(["a", "b"], [["12", 1.5]])
    let row = try db.query("SELECT")[0]
    let text = databaseError { _ = try row.get("a", as: Int.self) }
    #expect(text?.kind == .typeMismatch)
    #expect(text?.column == "a")
    #expect(text?.message.contains("12") == false, "no value is in a message")
    let fraction = databaseError { _ = try row.get("b", as: Int.self) }
    #expect(fraction?.kind == .outOfRange)
    #expect(databaseError { _ = try db.query(Int.self, "SELECT") }?.kind == .typeMismatch)
  }

  @Test func richValuesComeThrough() throws {
    let values: [Value] = [
      .uint(.max), .decimal(try ExactDecimal(value: "12.50")), .bytes([0, 1, 255]), .json("{\"a\":1}"), .text("a\0b"),
      .double(.pi), .other(type: "point", bytes: [9]), .date(try CivilDate(value: "2026-02-28")),
    ]
    let db = try open((0..<values.count).map { "c\($0)" }, [values, values])
    let result = try db.query("SELECT")
    #expect(result[0].values == values && result[1].values == values)
    #expect(try result[1].get(0, as: UInt64.self) == .max)
    #expect(try result[1].get(2, as: [UInt8].self) == [0, 1, 255])
    var read: [[Value]] = []
    try db.forEach("SELECT") { row in read.append(try (0..<row.count).map { try row[$0] }) }
    #expect(read == [values, values])
    try db.forEach("SELECT") { row in
      let text = try row.withUTF8(4) { Array($0) }
      #expect(text == [0x61, 0, 0x62])
      let bytes = try row.withBytes(2) { Array($0) }
      #expect(bytes == [0, 1, 255])
      let error = databaseError { _ = try row.withBytes(4) { $0.count } }
      #expect(error?.kind == .typeMismatch && error?.column == "c4")
    }
    let row = try db.first("SELECT")
    #expect(row?.values == values)
  }

  @Test func anyValueIsLentWithoutACopy() throws {
    let values: [Value] = [
      .null, .int(-1), .double(0.5), .text("a\0b"), .text(""), .bytes([0, 255]), .uint(.max), .json("[]"),
    ]
    let db = try open((0..<values.count).map { "c\($0)" }, [values])
    var kinds: [String] = []
    try db.forEach("SELECT") { row in
      for index in 0..<row.count {
        kinds.append(
          try row.withValue(index) { value in
            switch value {
            case .null: "null"
            case .int(let number): "int \(number)"
            case .double(let number): "double \(number)"
            case .text(let utf8): "text \(Array(utf8))"
            case .bytes(let bytes): "bytes \(Array(bytes))"
            case .other: "other"
            }
          })
      }
      let error = databaseError { try row.withValue(values.count) { _ in } }
      #expect(error?.kind == .noSuchColumn)
    }
    #expect(
      kinds == ["null", "int -1", "double 0.5", "text [97, 0, 98]", "text []", "bytes [0, 255]", "other", "other"])
  }

  // MARK: Rows that are lent

  @Test func aRowReadTooLateIsMisuse() throws {
    let db = try genres()
    var rows = try db.rows("SELECT")
    guard let first = try rows.next() else { return #expect(Bool(false), "there are two rows") }
    let early = try first.get(0, as: Int.self)
    #expect(early == 1)
    guard let second = try rows.next() else { return #expect(Bool(false), "there are two rows") }
    var errors: [DatabaseError?] = []
    do { _ = try first.get(0, as: Int.self); errors.append(nil) } catch { errors.append(error as? DatabaseError) }
    do { _ = try first["id"] as Value; errors.append(nil) } catch { errors.append(error as? DatabaseError) }
    do { _ = try first.get("name", as: String.self); errors.append(nil) } catch {
      errors.append(error as? DatabaseError)
    }
    do { _ = try first.withUTF8(1) { $0.count }; errors.append(nil) } catch { errors.append(error as? DatabaseError) }
    do { _ = try first.isNull(1); errors.append(nil) } catch { errors.append(error as? DatabaseError) }
    do { _ = try first.get(unchecked: 0, as: Int.self); errors.append(nil) } catch {
      errors.append(error as? DatabaseError)
    }
    do { _ = try first.decode(Genre.self); errors.append(nil) } catch { errors.append(error as? DatabaseError) }
    #expect(errors.map { $0?.kind } == Array(repeating: .misuse, count: 7))
    let late = try second.get(0, as: Int.self)
    #expect(late == 2)
    let end = try rows.next() == nil
    #expect(end)
    do {
      _ = try second.get(0, as: Int.self)
      #expect(Bool(false), "the rows are over")
    } catch { #expect((error as? DatabaseError)?.kind == .misuse) }
    let stillOver = try rows.next() == nil
    #expect(stillOver)
    #expect(db.statistics.active == 0)
  }

  @Test func aRowOfAFinishedLoopCantBeCopiedWrongly() throws {
    let db = try genres()
    var kept: [FetchedRow] = []
    try db.forEach("SELECT") { kept.append(try $0.fetched()) }
    #expect(kept.map { $0.values.first } == [1, 2])
  }

  @Test func throwingEndsTheReading() throws {
    struct Enough: Error {}
    let fake = FakeDatabase()
    fake["SELECT"] = .numbers(1000)
    let db = try fake.open()
    #expect(throws: Enough.self) { try db.forEach("SELECT") { _ in throw Enough() } }
    #expect(fake.steps == 1)
    #expect(db.statistics.active == 0)
    try db.execute("UPDATE a")
  }

  @Test func firstStepsOnce() throws {
    let fake = FakeDatabase()
    fake["SELECT"] = .numbers(1000)
    let db = try fake.open()
    #expect(try db.first("SELECT")?.get(0, as: Int.self) == 0)
    #expect(try db.first(Int.self, "SELECT") == 0)
    #expect(fake.steps == 2)
    fake["SELECT"] = .numbers(0)
    #expect(try db.first("SELECT") == nil)
    #expect(try db.first(Int.self, "SELECT") == nil)
    #expect(try db.query("SELECT").isEmpty)
  }

  // MARK: What was changed

  @Test func changedAndLastID() throws {
    let fake = FakeDatabase()
    let db = try fake.open()
    #expect(try db.query("SELECT 1").changed == nil)
    #expect(try db.query("SELECT 1").lastID == nil)
    #expect(try db.execute("UPDATE a").changed == 1)
    #expect(try db.execute("UPDATE a").lastID == nil)
    fake["UPDATE none"] = .changes(0)
    #expect(try db.execute("UPDATE none").changed == 0)
    #expect(try db.execute("INSERT INTO a").lastID == 1)
    fake["INSERT INTO b RETURNING id"] = FakeReply(
      columns: ["id"], count: 2, row: { [.int(Int64($0))] }, changed: 2, lastID: 9)
    let returning = try db.execute("INSERT INTO b RETURNING id")
    #expect(returning.changed == 2 && returning.lastID == 9 && returning.count == 2)
    #expect(try db.execute("UPDATE a").columns == [] && db.execute("UPDATE a").rows.isEmpty)
  }

  @Test func outcomes() {
    #expect(StatementOutcome(changed: nil, lastID: nil).changed == nil)
    #expect(StatementOutcome(changed: 0, lastID: 0).changed == 0)
    #expect(StatementOutcome(changed: 0, lastID: 0).lastID == 0)
    #expect(StatementOutcome(changed: 3, lastID: -5).lastID == -5)
    #expect(StatementOutcome(changed: 3, lastID: nil) != StatementOutcome(changed: 3, lastID: 0))
    #expect(StatementOutcome(changed: nil, lastID: nil) != StatementOutcome(changed: 0, lastID: nil))
    #expect(StatementOutcome(changed: 1, lastID: 1).code == .success)
    #expect(!StatementOutcome(changed: 1, lastID: 1).isError)
  }

  @Test func attempts() throws {
    let fake = FakeDatabase()
    fake["UPDATE wrong"] = .fails(DatabaseError(.syntax, "near wrong"))
    fake["UPDATE none"] = .fails(DatabaseError(.noSuchTable, "no such table"))
    let db = try fake.open()
    let good = try attempt { try db.execute("UPDATE a") }
    #expect(!good.isError && good.code == .success)
    #expect((good as? any StatementResult)?.changed == 1)
    let bad = try attempt { try db.execute("UPDATE wrong") }
    #expect(bad.isError && bad.code == .badStatementSQL)
    #expect((bad as? DatabaseError)?.kind == .syntax)
    #expect(try attempt { try db.execute("UPDATE none") }.code == .table)
    #expect(try attempt { try db.execute("BEGIN") }.code == .error)
    struct Own: Error {}
    #expect(throws: Own.self) { _ = try attempt { throw Own() } }
  }
}

struct Genre: RowDecodable, Equatable {
  var id: Int
  var name: String
  init(row: borrowing Row) throws {
    id = try row.get(0)
    name = try row["name"]
  }
  init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

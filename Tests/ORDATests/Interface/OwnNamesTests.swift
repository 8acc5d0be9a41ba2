import ORDA
import Testing

// A program's own types of the names that ORDA uses too. They win in this file; ORDA's are spelled `ORDA::`. Nested, as
// the other files of this module need ORDA's.
@Suite("A program's own names")
struct OwnNamesTests {
  struct Row { var cells: [String] }
  struct Table { var name: String }
  struct Column { var width: Int }
  final class Statement { var text = "own" }
  enum Governor { case own }
  struct Connection { var host: String }
  struct Transaction { var amount: Int }
  struct Value { var amount: Int }
  struct Driver { var licence: String }

  struct Reader: RowDecodable {
    var id: Int
    init(row: borrowing ORDA::Row) throws { id = try row.get(0) }
  }

  @Test func bothAreOfUse() throws {
    let fake = FakeDatabase()
    let driver: any ORDA::Driver = fake.script
    #expect(driver.name == "Fake")
    let db: any ORDA::Governor = try fake.open()
    let statement: any ORDA::Statement = try db.prepare("SELECT 1")
    #expect(try statement.query(Reader.self).map(\.id) == [0])
    let value: ORDA::Value = try statement.query()[0]["n"]
    #expect(value == .int(0))
    let column: ORDA::Column? = try statement.columns().first
    #expect(column?.name == "n")
    try db.transaction { (tx: ORDA::Transaction) in _ = try tx.execute("UPDATE a") }
    try db.withConnection { (connection: ORDA::Connection) in _ = try connection.execute("UPDATE a") }

    #expect(Row(cells: ["a"]).cells.count + Table(name: "a").name.count + Column(width: 3).width == 5)
    #expect(Statement().text == "own" && Governor.own == .own && Connection(host: "h").host == "h")
    #expect(Transaction(amount: 1).amount + Value(amount: 2).amount == 3 && Driver(licence: "b").licence == "b")
  }

  @Test func theEntryPointBesideTheModulesName() {
    #expect(throws: DatabaseError.self) { _ = try ORDA::ORDA.open("own-names-nothing:x") }
    #expect(throws: DatabaseError.self) { _ = try ORDA.open("own-names-nothing:x") }
  }
}

import Foundation
import ORDA
import Testing

@Suite("A text that is run at once on MariaDB", .timeLimit(.minutes(10)))
struct DirectTests {
  /// Stands between the driver and its server. It notes which commands it passes on at once, and can keep what prepares a
  /// statement until its execution has come, too: for ever, where the client waits for an answer between the two.
  private final class Relay: Sendable {
    let joins = Shared(false)
    private let groups: Shared<[[UInt8]]>
    private let listener: Listener

    init(to port: Int) throws {
      let (groups, joins) = (Shared<[[UInt8]]>([]), joins)
      self.groups = groups
      listener = try Listener { client, _ in
        let server = try Wire(port: port)
        var kept: [UInt8] = []
        while true {
          var both = [client, server].map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
          guard poll(&both, 2, -1) > 0 || errno == EINTR else { throw Wire.End() }
          if both[1].revents != 0 { try client.send(server.receive()) }
          if both[0].revents == 0 { continue }
          kept += try client.receive()
          guard let commands = Self.commands(kept), commands.last != Command.prepare || !joins.current else { continue }
          groups.with { $0.append(commands) }
          try server.send(kept)
          kept = []
        }
      }
    }

    var port: Int { listener.port }

    func stop() { listener.stop() }

    /// The commands since the last call that are answered, by what was passed on at once.
    func take() -> [[UInt8]] {
      groups.with { groups in
        defer { groups = [] }
        return groups.map { $0.filter(Command.answered.contains) }.filter { !$0.isEmpty }
      }
    }

    /// The commands of packets; nil where the last one is not whole.
    private static func commands(_ bytes: [UInt8]) -> [UInt8]? {
      var (commands, place) = ([UInt8](), 0)
      while place + 4 < bytes.count {
        let length = Int(bytes[place]) | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2]) << 16
        // What goes on with an exchange, as the login does, is no command.
        if bytes[place + 3] == 0 { commands.append(bytes[place + 4]) }
        place += 4 + length
      }
      return place == bytes.count ? commands : nil
    }
  }

  private enum Command {
    static let (query, prepare, execute): (UInt8, UInt8, UInt8) = (0x03, 0x16, 0x17)
    static let answered: Set<UInt8> = [query, prepare, execute]
  }

  @Test("takes one round trip, and one that is prepared for use takes two")
  func oneRoundTrip() throws {
    let test = try TestDatabase()
    let relay = try Relay(to: try #require(try test.db.first(Int.self, "SELECT @@port")))
    let db = try TestServer.registry.open("mariadb://root@127.0.0.1:\(relay.port)/?tls=disable&pool.max=1")
    #expect(try db.first(Int.self, "SELECT 1") == 1)
    _ = relay.take()
    relay.joins.current = true
    for (sql, value) in [("SELECT ? + 1", 41), ("SELECT ? + 1", 1), ("SELECT ? + 3", 1)] {
      #expect(try db.first(Int.self, SQL(text: sql), value) == value + (sql.hasSuffix("3") ? 3 : 1))
      #expect(relay.take().count == 1)
    }
    #expect(try db.first(Int.self, "SELECT 5") == 5)
    #expect(relay.take().count == 1)
    relay.joins.current = false
    let prepared = try db.prepare("SELECT ? + 2")
    #expect(relay.take() == [[Command.prepare]])
    #expect(try prepared.first(Int.self, 1) == 3)
    #expect(relay.take() == [[Command.execute]])
    try db.close(within: .zero)
    relay.stop()
  }

  @Test("gives the errors that a prepared one gives, and the connection goes on")
  func errors() throws {
    let test = try TestDatabase("pool.max=1", "CREATE TABLE t (id INT PRIMARY KEY)")
    let db = test.db
    for _ in 1...2 {
      #expect(try failure { try db.query("SELEC ?", 1) }.kind == .syntax)
      #expect(try failure { try db.query("SELECT * FROM nothing WHERE a = ?", 1) }.kind == .noSuchTable)
      // Where preparing is asked for, it tells at once, though the text is known.
      #expect(try failure { try db.prepare("SELEC ?") }.kind == .syntax)
      #expect(try failure { try db.prepare("SELECT * FROM nothing WHERE a = ?") }.kind == .noSuchTable)
      #expect(try failure { try db.query("SELECT ?, ?", 1) }.kind == .misuse)
      #expect(try db.first(Int.self, "SELECT ? * 2", 21) == 42)
    }
    try db.execute("INSERT INTO t VALUES (?)", 1)
    let error = try failure { try db.execute("INSERT INTO t VALUES (? + 0)", 1) }
    #expect(error.kind == .constraint(.primaryKey))
    #expect(error.sql == "INSERT INTO t VALUES (? + 0)")
    try db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (? + 1)", 1)
      #expect(try failure { try tx.execute("INSERT INTO t VALUES (? + 2)", 0) }.kind == .constraint(.primaryKey))
      #expect(try failure { try tx.execute("INSERT INTO none VALUES (?)", 0) }.kind == .noSuchTable)
      try tx.execute("INSERT INTO t VALUES (? + 3)", 0)
    }
    #expect(try db.query(Int.self, "SELECT id FROM t WHERE id > ? ORDER BY id", 0) == [1, 2, 3])
  }

  /// The server, told to run the last statement that was prepared, would run the one before.
  @Test("is not mistaken for another where the server has no room for it")
  func noRoom() throws {
    let server = try ThrowawayServer()
    let db = try server.open("root", "?tls=disable&pool.max=1")
    try db.execute("CREATE DATABASE music")
    try db.execute("CREATE TABLE music.t (id INT)")
    let all = try db.prepare("SELECT id FROM music.t ORDER BY id")
    #expect(try all.query(Int.self) == [])
    try db.execute("INSERT INTO music.t VALUES (?)", 1)
    // These two stay prepared, so that they can be run where nothing else can.
    let root = try server.open("root", "?tls=disable&pool.max=1")
    let one = try root.prepare("SET GLOBAL max_prepared_stmt_count = 3")
    let none = try root.prepare("SET GLOBAL max_prepared_stmt_count = 0")
    try one.execute()
    for number in 2...4 {
      try none.execute()
      #expect(try failure { try db.execute("DELETE FROM music.t WHERE id <> ?", number) }.vendorCode == 1461)
      try one.execute()
      #expect(try all.query(Int.self) == [1])
    }
    try db.execute("INSERT INTO music.t VALUES (?)", 5)
    #expect(try all.query(Int.self) == [1, 5])
  }

  @Test("is called by its own number, whatever else the server counts")
  func numbers() throws {
    let test = try TestDatabase("pool.max=1", "CREATE TABLE t (a INT, b VARCHAR(20))")
    try test.db.withConnection { connection in
      for number in 0..<20 {
        if number % 3 == 0 { try connection.execute("EXECUTE IMMEDIATE 'DO 1'") }
        if number % 4 == 0 { _ = try? connection.query(SQL(text: "SELEC \(number)")) }
        if number % 5 == 0 { try connection.execute(SQL(text: "PREPARE p\(number) FROM 'DELETE FROM t'")) }
        let text = SQL(text: "INSERT INTO t VALUES (? + \(number), ?)")
        #expect(try connection.execute(text, 100, "row \(number)").changed == 1)
      }
      #expect(try connection.first(Int.self, "SELECT count(*) FROM t WHERE a >= ?", 100) == 20)
    }
  }

  @Test("tells its columns before the first row")
  func columns() throws {
    let test = try TestDatabase("pool.max=1")
    #expect(try test.db.first(Int.self, "SELECT 1") == 1)
    var rows = try test.db.rows("SELECT ? AS a, 2 AS b", 1)
    #expect(rows.columnNames == ["a", "b"])
    #expect(try rows.columns().map(\.name) == ["a", "b"])
    #expect(try rows.next()?.get("b", as: Int.self) == 2)
    #expect(try rows.next() == nil)
    // In vain where the text is wrong; the first row tells why.
    var wrong = try test.db.rows("SELECT nothing AS a FROM none WHERE b = ?", 1)
    #expect(wrong.columnNames == [])
    #expect(try failure { _ = try wrong.next() }.kind == .noSuchTable)
  }

  @Test("is run again with values of other types, in batches, and after its table has changed")
  func again() throws {
    let test = try TestDatabase("pool.max=1", "CREATE TABLE t (a INT, b VARCHAR(20)); CREATE TABLE u (a INT)")
    let db = test.db
    #expect(try db.query("SELECT ? AS v", 5)[0].values == [.int(5)])
    #expect(try db.query("SELECT ? AS v", "five")[0].values == [.text("five")])
    #expect(try db.query("SELECT ? AS v", 0.5)[0].values == [.double(0.5)])
    #expect(try db.query("SELECT ? AS v", Int?.none)[0].values == [.null])

    try db.execute("INSERT INTO t VALUES (?, ?)", 0, "zero")
    let insert = try db.prepare("INSERT INTO t VALUES (?, ?)")
    #expect(try insert.executeMany(1...2500) { try $1.bind($0, "row \($0)") } == 2500)
    try db.execute("INSERT INTO t VALUES (?, ?)", 2501, "last")
    #expect(try db.first(Int.self, "SELECT count(DISTINCT a) FROM t WHERE a >= ?", 0) == 2502)

    let other = try test.another()
    try other.execute("INSERT INTO u VALUES (?)", 1)
    #expect(try db.query("SELECT * FROM u WHERE a = ?", 1).columns.map(\.name) == ["a"])
    try other.execute("ALTER TABLE u ADD b VARCHAR(10) DEFAULT 'new'")
    #expect(try db.query("SELECT * FROM u WHERE a = ?", 1)[0].values == [.int(1), .text("new")])
  }

  @Test("is prepared before where the number of its parameters is not sure, or what is sent is compressed")
  func unclear() throws {
    let test = try TestDatabase("pool.max=1")
    #expect(try test.db.first(String.self, #"SELECT concat('it\'s ?', ?)"#, "!") == "it's ?!")
    #expect(try test.db.first(Int.self, "SELECT /* ? */ ? + 1 # ?", 1) == 2)
    #expect(try test.db.first(Int.self, "SELECT /*! ? */ + 1", 1) == 2)
    let compressed = try test.another("compression=true&pool.max=1")
    for number in 1...3 { #expect(try compressed.first(Int.self, SQL(text: "SELECT ? + \(number)"), 1) == number + 1) }
  }
}

import Foundation
import ORDA
import ORDASQLite
import Testing

@testable import ORDASQLite

@Suite("Changes of several governors") struct GovernorsChangesTests {
  private static let tables: SQL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a); CREATE TABLE u (id INTEGER PRIMARY KEY)"

  @Test("What another governor of the same file writes is told by rows, by whatever path it was opened")
  func twoGovernors() async throws {
    let database = try TestDatabase("synchronous=off", Self.tables)
    let link = database.folder.file("link.db")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: database.path)
    let other = try TestDatabase.open("sqlite:" + link)
    let heard = try HeardChanges(database.db, ["t"])
    try run("INSERT INTO t VALUES (1, 'x')", on: other)
    try run("INSERT INTO u VALUES (1)", on: other)
    try run("UPDATE t SET a = 'y'", on: database.db)
    #expect(await eventually { heard.batches.count == 2 })
    #expect(heard.batches.map(\.lines) == [["+ t(1) id=1 a=x"], ["~ t(1) a: x > y"]])
    #expect(heard.batches.map(\.origin) == [.process, .governor])
    #expect(heard.batches[0].sequence < heard.batches[1].sequence)
    try await other.close(within: .zero)
  }

  @Test("Attached files: each commit is told to who has the file, by the name that he has it under")
  func attached() async throws {
    let database = try TestDatabase("synchronous=off", Self.tables)
    let archive = try TestDatabase("synchronous=off", Self.tables)
    try SQLite.attach(archive.path, as: "Archive", to: database.db)
    let heard = try HeardChanges(database.db, ["t", TableName(schema: "ARCHIVE", name: "T")])
    let heardThere = try HeardChanges(archive.db)
    try inTransaction(database.db) { tx in
      try tx.execute("INSERT INTO t VALUES (1, 'main')")
      try tx.execute("INSERT INTO archive.t VALUES (2, 'there')")
    }
    #expect(heard.lines() == [["+ t(1) id=1 a=main"], ["+ archive.t(2) id=2 a=there"]])
    #expect(await eventually { heardThere.batches.count == 1 })
    #expect(heardThere.take().map(\.lines) == [["+ t(2) id=2 a=there"]])

    try run("DELETE FROM t", on: archive.db)
    #expect(heardThere.lines() == [["- t(2) id=2 a=there"]])
    #expect(await eventually { heard.batches.count == 1 })
    #expect(heard.take().map(\.lines) == [["- archive.t(2) id=2 a=there"]])
  }

  @Test("A file that is attached while somebody listens")
  func attachedLater() async throws {
    let database = try TestDatabase("synchronous=off", Self.tables)
    let archive = try TestDatabase("synchronous=off", Self.tables)
    let heard = try HeardChanges(database.db)
    try SQLite.attach(archive.path, as: "archive", to: database.db)
    try run("INSERT INTO archive.t VALUES (1, 'x')", on: database.db)
    #expect(heard.lines() == [["+ archive.t(1) id=1 a=x"]])
    try run("INSERT INTO t VALUES (2, 'y')", on: archive.db)
    #expect(await eventually { heard.batches.count == 1 })
    #expect(heard.take().map(\.lines) == [["+ archive.t(2) id=2 a=y"]])
  }

  @Test("Eight threads on two governors: batches come in the order of the commits")
  func order() async throws {
    let database = try TestDatabase(
      "synchronous=off&busy-timeout=1h",
      "CREATE TABLE log (n INTEGER PRIMARY KEY, thread); CREATE TABLE t (id INTEGER PRIMARY KEY, a)")
    let other = try database.another("synchronous=off&busy-timeout=1h")
    let governors = [database.db, other]
    let heard = try HeardChanges(database.db)
    let failures = Collected<String>()
    let perThread = 100
    await onThreads(8) { thread in
      for turn in 0..<perThread {
        do {
          try governors[thread % 2].transaction { tx in
            // The next number of the log: the database itself says which commit was before which.
            try tx.execute("INSERT INTO log (thread) VALUES (?)", thread)
            try tx.execute("INSERT OR REPLACE INTO t VALUES (?, ?)", thread, turn)
          }
        } catch { failures.add("\(error)") }
      }
    }
    #expect(failures.all == [])
    #expect(await eventually { heard.batches.count == 8 * perThread })
    let numbers = heard.batches.compactMap { $0.rows.first?.new("n") }
    #expect(numbers == (1...(8 * perThread)).map { .int(Int64($0)) })
    #expect(heard.batches.allSatisfy { $0.unknown.isEmpty }, "no commit of this process came back as a stranger's")
    let sequences = heard.batches.map(\.sequence)
    #expect(sequences == sequences.sorted())
    try await other.close(within: .zero)
  }

  @Test("Who begins to listen in the middle of a transaction hears that something has changed")
  func midway() throws {
    let db = try TestDatabase.memory(Self.tables)
    let heard = Shared<HeardChanges?>(nil)
    try db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (1, 'x')")
      let listener = try HeardChanges(db, ["t"])
      heard.with { $0 = listener }
      try tx.execute("INSERT INTO t VALUES (2, 'y')")
    }
    #expect(heard.current?.lines() == [["? t"]])
    try db.execute("INSERT INTO t VALUES (3, 'z')")
    #expect(heard.current?.lines() == [["+ t(3) id=3 a=z"]])
  }

  @Test("A commit by the raw handle, and a value written in parts")
  func rawWriters() throws {
    let database = try TestDatabase("synchronous=off", Self.tables)
    let db = database.db
    try db.execute("INSERT INTO t VALUES (1, zeroblob(4))")
    let heard = try HeardChanges(db)
    try db.withConnection { connection in
      #expect(try rawRun("INSERT INTO u VALUES (1)", connection) == 0)
      try SQLite.withBlob(connection, table: "t", column: "a", rowID: 1, writable: true) { blob in
        try blob.write([1, 2], at: 0)
      }
    }
    #expect(heard.lines() == [["+ u(1) id=1"], ["~ t(1) a: x'00000000' > ?"]])
    try db.withConnection { connection in
      try SQLite.withBlob(connection, table: "t", column: "a", rowID: 1, writable: true) { blob in
        try blob.write([3], at: 3)
      }
    }
    #expect(heard.lines() == [["~ t(1) a: ? > ?"]])
  }
}

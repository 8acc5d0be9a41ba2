import Foundation
import ORDA
import Synchronization
import Testing

/// Several who read and write meet a full disk together.
@Suite("A full disk, and a pool in full use")
struct FullDiskPoolTests {
  /// Writers that go on until the disk is full for each, beside readers that notice nothing.
  private func fill(_ db: any Governor) throws {
    let errors = Shared<[DatabaseError]>([])
    let isFull = Atomic(0)
    let threads = Threads.start(8) { thread in
      if thread < 4 {
        var refusals = 0
        while refusals < 3 {
          let error = databaseError {
            if thread % 2 == 0 {
              try db.execute("INSERT INTO t (b) VALUES (zeroblob(20000))")
            } else {
              try db.transaction { tx in
                for _ in 0..<3 { try tx.execute("INSERT INTO t (b) VALUES (zeroblob(20000))") }
              }
            }
          }
          guard let error else { continue }
          errors.with { $0.append(error) }
          refusals += 1
        }
        isFull.add(1, ordering: .relaxed)
      } else {
        while isFull.load(ordering: .relaxed) < 4 {
          if let error = databaseError({ _ = try db.first(String.self, "SELECT b FROM t WHERE a = 1") }) {
            errors.with { $0.append(error) }
          }
        }
      }
    }
    threads.wait()
    #expect(errors.current.count == 12, "only the writers fail: \(errors.current)")
    for error in errors.current { #expect(error.kind == .full, "\(error)") }
  }

  /// All connections are lent at once, and all read and write.
  private func expectWhole(_ db: any Governor) throws {
    let maximum = db.statistics.maximum
    try Threads.onConnections(maximum, of: db, { $0 == 0 ? .writer : .reader }) { thread, connection in
      if thread == 0 { try connection.execute("INSERT INTO t (b) VALUES ('later')") }
      #expect(try connection.first(String.self, "SELECT b FROM t WHERE a = 1") == "kept")
    }
    let statistics = db.statistics
    #expect(statistics.active == 0 && statistics.waiting == 0 && statistics.idle == maximum, "\(statistics)")
    #expect(statistics.opened - statistics.closed.values.reduce(0, +) == maximum)
    #expect(try db.first(Int.self, "SELECT count(*) FROM t WHERE b = 'later'") == 1)
    #expect(try db.first(String.self, "PRAGMA integrity_check") == "ok")
  }

  @Test func `The page limit: readers read on, and once there is room all is as before`() throws {
    let file = try TestDatabase("pragma.max_page_count=200&pool.max=5", FullDiskTests.table)
    try fill(file.db)
    try file.db.execute("DELETE FROM t WHERE a > 1")
    try expectWhole(file.db)
  }

  #if os(Linux)
    /// A real disk, where this user may mount one; the page limit above is the proof where not.
    @Test(.enabled("needs the right to mount a small disk") { SmallDisk.isPossible })
    func `A real disk, which somebody else has filled and then makes room on`() throws {
      let folder = try TemporaryFolder()
      let disk = try #require(SmallDisk(at: folder.path))
      defer { disk.unmount() }
      try Data(count: 400_000).write(to: URL(fileURLWithPath: folder.file("filler")))
      let db = try TestDatabase.open("sqlite:\(folder.path)/small.db?pool.max=5")
      try db.executeScript(FullDiskTests.table)
      try fill(db)
      try FileManager.default.removeItem(atPath: folder.file("filler"))
      try expectWhole(db)
      try db.close(within: .seconds(1))
    }
  #endif
}

import Foundation
import ORDA
import Testing

@Suite("A password that is changed while a pool is busy", .timeLimit(.minutes(10)))
struct RotatedPasswordTests {
  private func write(_ password: String, to folder: TemporaryFolder) throws {
    try password.write(toFile: folder.file("password"), atomically: true, encoding: .utf8)
  }

  /// The server's numbers of the connections of an account.
  private func connections(_ root: any Governor) throws -> Set<Int> {
    Set(try root.query(Int.self, "SELECT id FROM information_schema.processlist WHERE user = 'app'"))
  }

  @Test("is taken from its file by refresh(), and no call fails")
  func refreshed() throws {
    let server = try ThrowawayServer()
    let root = try server.prepared()
    let folder = try TemporaryFolder()
    try root.execute("ALTER USER app@'%' IDENTIFIED BY 'one'")
    try write("one\n", to: folder)
    let db = try server.open(
      "app", "music?tls=disable&pool.max=4&pool.min=4&pool.warm=true&password-file=\(folder.file("password"))")
    let (done, isOver) = (Shared(0), Shared(false))
    let errors = Shared<[DatabaseError]>([])
    let load = Threads.start(8) { thread in
      while !isOver.current {
        let error = databaseError {
          if thread % 2 == 0 {
            _ = try db.query("SELECT 1")
          } else {
            try db.transaction { tx in _ = try tx.query("SELECT 1") }
          }
        }
        if let error { errors.with { $0.append(error) } } else { done.with { $0 += 1 } }
      }
    }
    for password in ["two", "three"] {
      let count = done.current
      done.wait { $0 > count + 50 }
      let before = try connections(root)
      #expect(before.count == 4)
      // Nothing is opened between these two, for all are open.
      try root.execute(SQL(text: "ALTER USER app@'%' IDENTIFIED BY '\(password)'"))
      try write(password + "\n", to: folder)
      db.refresh()
      #expect(
        try eventually {
          let now = try connections(root)
          return now.count == 4 && now.isDisjoint(with: before)
        })
    }
    let count = done.current
    done.wait { $0 > count + 50 }
    isOver.current = true
    load.wait()
    #expect(errors.current.isEmpty, "\(errors.current)")
    #expect(db.statistics.closed[.refreshed] ?? 0 >= 8)
    expectWhole(db)
    // A file that is late: who needs a connection is told so, and once the file is right all is well.
    try root.execute("ALTER USER app@'%' IDENTIFIED BY 'four'")
    db.refresh()
    let refusal = try failure { try db.query("SELECT 1") }
    #expect(refusal.kind == .authentication, "\(refusal)")
    try write("four", to: folder)
    expectWhole(db)
    try expectNothingLeft(of: db, user: "app", root)
    for governor in [db, root] { try governor.close(within: .zero) }
  }
}

import Foundation
import ORDA
import Testing

@testable import ORDASQLite

@Suite("Locks by name, beside a file") struct LockTests {
  private func open(_ path: String) throws -> any Governor { try Self.opened(path) }
  private func isHeld(_ name: String, _ db: any Governor) throws -> Bool { try Self.isHeld(name, db) }
  private func expectFree(_ name: String, _ db: any Governor) throws { try Self.expectFree(name, db) }

  static func opened(
    _ path: String, configuration: GovernorConfiguration = GovernorConfiguration()
  ) throws -> any Governor {
    let registry = Registry()
    try SQLite.register(with: registry)
    return try registry.open("sqlite:\(path)", configuration: configuration)
  }

  static func isHeld(_ name: String, _ db: any Governor) throws -> Bool {
    do {
      try db.blocking.withLock(named: name, timeout: .zero) { _ in }
      return false
    } catch .timeout {
      return true
    }
  }

  /// Takes the lock, for which nobody has to let it go.
  static func expectFree(_ name: String, _ db: any Governor) throws {
    try db.blocking.withLock(named: name, timeout: .seconds(3_600)) { _ in }
  }

  @Test("A program that dies in the middle leaves the lock free")
  func death() throws {
    let folder = try TemporaryFolder()
    let db = try open(folder.file("a.db"))
    try expectFree("l", db)
    let script = """
      import fcntl, sys
      file = open(sys.argv[1], 'r+b')
      fcntl.lockf(file, fcntl.LOCK_EX)
      print('held', flush=True)
      sys.stdin.read()
      """
    let (holder, input, output) = (Process(), Pipe(), Pipe())
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    holder.arguments = ["python3", "-c", script, folder.file("a.db-lock")]
    holder.standardInput = input
    holder.standardOutput = output
    try holder.run()
    defer { holder.terminate() }
    // The line may come in pieces.
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      line += piece
    }
    #expect(line == Data("held\n".utf8))
    #expect(try isHeld("l", db))
    kill(holder.processIdentifier, SIGKILL)
    holder.waitUntilExit()
    try expectFree("l", db)
  }

  @Test("A cancelled task that waited is not mistaken for the next, to which the system gives its number")
  func cancelledWaiter() async throws {
    let folder = try TemporaryFolder()
    let connections = Shared(0)
    let configuration = GovernorConfiguration(onConnect: [{ _ in connections.with { $0 += 1 } }])
    let db = try Self.opened(folder.file("a.db"), configuration: configuration)
    let other = try open(folder.file("a.db"))
    try await other.withLock(named: "l") { (_: NamedLock) async throws in
      let before = connections.current
      let waiting = Task { try await db.withLock(named: "l", timeout: .seconds(3_600)) { _ in } }
      // It is on the list of those who wait before it opens the connection that is to hold the lock.
      try await connections.wait { $0 > before }
      waiting.cancel()
      #expect(await asyncKind { try await waiting.value } == .cancelled)
      for _ in 0..<200 {
        let next = Task { try await db.withLock(named: "l", timeout: .zero) { _ in } }
        #expect(await asyncKind { try await next.value } == .timeout)
      }
    }
  }

  private func asyncKind(_ body: () async throws -> Void) async -> DatabaseError.Kind? {
    do {
      try await body()
      return nil
    } catch { return (error as? DatabaseError)?.kind }
  }

  @Test("A path by a link is the same database, and another name is another lock")
  func links() throws {
    let folder = try TemporaryFolder()
    let db = try open(folder.file("a.db"))
    try db.execute("CREATE TABLE t (n INTEGER)")
    try FileManager.default.createSymbolicLink(atPath: folder.file("b.db"), withDestinationPath: folder.file("a.db"))
    let other = try open(folder.file("b.db"))
    try db.withLock(named: "l") { (_) throws in
      #expect(try isHeld("l", other))
      try expectFree("m", other)
    }
    try expectFree("l", other)
    #expect(FileManager.default.fileExists(atPath: folder.file("a.db-lock")))
    #expect(try FileManager.default.attributesOfItem(atPath: folder.file("a.db-lock"))[.size] as? Int == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.file("b.db-lock")))
  }

  @Test("Where somebody deletes the file the holder is told, and the next has another file")
  func deleted() throws {
    let folder = try TemporaryFolder()
    let (db, other) = (try open(folder.file("a.db")), try open(folder.file("a.db")))
    let error = try failure {
      try db.withLock(named: "l") { lock in
        try FileManager.default.removeItem(atPath: folder.file("a.db-lock"))
        #expect(try failure { try lock.check() }.kind == .lockLost)
        try expectFree("l", other)
      }
    }
    #expect(error.kind == .lockLost)
    try expectFree("l", db)
  }

  @Test("A lock is taken where the database can't be written, if the folder can, and else the error names the file")
  func refused() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("a.db-lock"), withIntermediateDirectories: true)
    let db = try open(folder.file("a.db"))
    let error = try failure { try db.withLock(named: "l") { _ in } }
    #expect(error.kind == .io)
    #expect(error.message.contains("a.db-lock"))
  }

  @Test("Databases in memory are apart, each with locks of its own")
  func memory() throws {
    let (db, other) = (try open(":memory:"), try open(":memory:"))
    try db.withLock(named: "l") { (_) throws in
      try expectFree("l", other)
      #expect(try failure { try db.withLock(named: "l") { _ in } }.kind == .misuse)
    }
    try expectFree("l", db)
  }

  @Test("Closing a governor frees what is held, and the waiting throw")
  func closing() throws {
    let folder = try TemporaryFolder()
    let (db, other) = (try open(folder.file("a.db")), try open(folder.file("a.db")))
    try db.withLock(named: "l") { (_) throws in
      #expect(try failure { try db.close() }.kind == .misuse)
      #expect(try isHeld("l", other))
    }
    try db.close()
    #expect(try failure { try db.withLock(named: "l") { _ in } }.kind == .misuse)
    try expectFree("l", other)
  }
}

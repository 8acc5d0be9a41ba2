import Foundation
import ORDA

/// A server that rolls a transaction back in the midst of it and answers as if nothing were, as a Galera node does where
/// another node was the first to change the same rows: the status that it tells with its answer is all that says so.
final class OvertakenServer: Sendable {
  let server: HostileServer
  private let state: State

  private final class State: Sendable {
    let work = Shared<[String]>([])
    let isOpen = Shared(false)
    let statements = Shared<UInt32>(0)

    /// The status of the next answer.
    var status: UInt16 { Packet.inAutocommit | (isOpen.current ? Packet.inTransaction : 0) }

    func note(_ text: String) { work.with { $0.append(isOpen.current ? text : "outside: \(text)") } }
  }

  /// - Parameters:
  ///   - losing: Texts that hold this word end the transaction.
  ///   - isDirect: Whether it prepares and executes at once, and takes arrays.
  ///   - isText: Whether it refuses to prepare such texts, so that they are sent as they are.
  ///   - losesAtPrepare: Whether such a text ends the transaction when it is prepared; the answer to that does not tell.
  ///   - failure: What is said in place of the end of rows.
  init(
    losing: String = "lost", isDirect: Bool = false, isText: Bool = false, losesAtPrepare: Bool = false,
    failure: [UInt8]? = nil
  ) throws {
    let state = State()
    self.state = state
    server = try HostileServer { request, _ in
      switch request {
      case .connection: return [.packet(Packet.greeting(extended: isDirect ? Packet.arrays : 0))]
      case .query(let text) where HostileServer.asksSession(text) || text.hasPrefix("SET "): return nil
      case .query(let text), .execute(let text):
        if text == "DO 0" { return [.packet(Packet.ok(status: state.status))] }
        state.note(text)
        let isLost = text.contains(losing)
        if text.hasPrefix("START TRANSACTION") || text == "BEGIN" { state.isOpen.with { $0 = true } }
        if text == "COMMIT" || text == "ROLLBACK" { state.isOpen.with { $0 = false } }
        guard text.hasPrefix("SELECT") else {
          if isLost { state.isOpen.with { $0 = false } }
          return [.packet(Packet.ok(status: state.status, changed: 1))]
        }
        let isQuery = if case .query = request { true } else { false }
        let rows = isQuery ? Packet.textRow(["1"]) : Packet.binaryRow([Packet.integer(1, bytes: 8)])
        let before = state.status
        if isLost { state.isOpen.with { $0 = false } }
        return [
          .packet([1]), .packet(Packet.column("n", type: ColumnType.longLong)), .packet(Packet.end(status: before)),
          .packet(rows), .packet(rows), .packet((isLost ? failure : nil) ?? Packet.end(status: state.status)),
        ]
      case .prepare(let text):
        let id = state.statements.with { number in
          number += 1
          return number
        }
        if isText, text.contains(losing) { return [.packet(Packet.error(1295, "not as a prepared statement"))] }
        let status = state.status
        if losesAtPrepare, text.contains(losing) { state.isOpen.with { $0 = false } }
        let columns = text.hasPrefix("SELECT") ? 1 : 0
        let parameters = text.count { $0 == "?" }
        let descriptions = [parameters, columns].filter { $0 > 0 }.flatMap { count in
          (0..<count).map { _ in Packet.column("n", type: ColumnType.longLong) } + [Packet.end(status: status)]
        }
        return ([Packet.prepared(id: id, columns: columns, parameters: parameters)] + descriptions).map { .packet($0) }
      case .other(Packet.arrayExecution):
        state.note("an array")
        state.isOpen.with { $0 = false }
        return [.packet(Packet.ok(status: state.status, changed: 1))]
      case .other: return [.packet(Packet.ok(status: state.status))]
      case .login: return nil
      }
    }
  }

  /// The statements that it was given, but for those that set the session up. Of those that a transaction would have held
  /// and that came when none was open, with a word before.
  var work: [String] { state.work.current.map { $0 == "outside: START TRANSACTION" ? "START TRANSACTION" : $0 } }

  func forget() { state.work.with { $0 = [] } }

  func open(_ options: String = "") throws -> any Governor {
    try Encounter.open(server, "tls=disable&pool.max=1" + options)
  }
}

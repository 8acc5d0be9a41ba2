import Foundation
import ORDA
internal import ORDAThreads

/// What befalls the database while others work: a server is stopped and goes on, and its connections are killed; a file is
/// locked by somebody else.
final class Trouble: Sendable {
  private let url: String
  private let configuration: GovernorConfiguration
  /// The server's process; nil for a file.
  private let process: Int32?
  private let counts = Lock<[String: Int]>([:])

  /// - Parameter db: Says which process the server is, where there is one on this machine.
  init(url: String, _ configuration: GovernorConfiguration, db: any Governor) throws {
    self.url = url
    self.configuration = configuration
    guard db.driverName == "MariaDB" else {
      process = nil
      return
    }
    let file = try db.first(String.self, "SELECT @@pid_file") ?? ""
    let folder = try db.first(String.self, "SELECT @@datadir") ?? ""
    let path = file.hasPrefix("/") ? file : folder + file
    let text = try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let number = Int32(text), kill(number, 0) == 0 else {
      throw DatabaseError(.misuse, "the server of \(path) does not run on this machine")
    }
    process = number
  }

  /// Makes trouble until a moment; the server runs then.
  func make(until end: ContinuousClock.Instant) {
    while ContinuousClock.now < end {
      usleep(UInt32.random(in: 100_000...1_500_000))
      do {
        if process == nil {
          try lock()
        } else if Bool.random() {
          freeze()
        } else {
          try killSome()
        }
      } catch {
        count("trouble that failed")
      }
    }
  }

  var description: String {
    counts.withLock { $0.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ") }
  }

  private func count(_ what: String) { counts.withLock { $0[what, default: 0] += 1 } }

  private func freeze() {
    guard let process else { return }
    kill(process, SIGSTOP)
    usleep(UInt32.random(in: 20_000...2_000_000))
    kill(process, SIGCONT)
    count("times stopped by SIGSTOP")
  }

  private func killSome() throws {
    let db = try ORDA.open(url + (url.contains("?") ? "&" : "?") + "pool.reset=false", configuration: configuration)
    defer { try? db.close(within: .zero) }
    let all = try db.query(Int.self, "SELECT id FROM information_schema.processlist WHERE id <> connection_id()")
    for id in all.shuffled().prefix(Int.random(in: 1...4)) {
      do {
        try db.execute("KILL CONNECTION \(raw: String(id))")
        count("connections killed")
      } catch .noSuchRow {
      } catch is DatabaseError {
        // It has ended by itself.
      }
    }
  }

  private func lock() throws {
    let db = try ORDA.open(url, configuration: configuration)
    defer { try? db.close(within: .zero) }
    try db.transaction { tx in
      try tx.execute("UPDATE orda_account SET balance = balance WHERE id = 1")
      usleep(UInt32.random(in: 20_000...700_000))
    }
    count("times locked by somebody else")
  }
}

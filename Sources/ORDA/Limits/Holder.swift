internal import ORDAThreads

/// Who holds a connection, since when, and for what: for the errors of those who waited in vain.
struct Holder: Sendable {
  var purpose: Purpose
  var since: MonotonicTime
  /// The thread that holds it, for leases of synchronous code.
  var thread: ThreadIdentity?
  /// The task that holds it, for leases that last across suspensions.
  var task: Int?

  enum Purpose: Sendable {
    case statement(String)
    case closure(StaticString, UInt)
    case rows(String)

    /// The statement that holds it, if it is only one.
    var sql: String? {
      switch self {
      case .statement(let sql), .rows(let sql): sql
      case .closure: nil
      }
    }
  }

  init(_ purpose: Purpose, since: MonotonicTime = .coarse, thread: ThreadIdentity? = nil, task: Int? = nil) {
    self.purpose = purpose
    self.since = since
    self.thread = thread
    self.task = task
  }

  /// `the closure at Shop/Orders.swift:12, for 3.2 s`
  func description(at now: MonotonicTime) -> String {
    let tenths = now.nanoseconds(since: since) / 100_000_000
    let age = "for \(tenths / 10).\(tenths % 10) s"
    return switch purpose {
    case .statement(let sql): "the statement \"\(sql.prefix(60))\", \(age)"
    case .closure(let file, let line): "the closure at \(file):\(line), \(age)"
    case .rows(let sql): "the open rows of \"\(sql.prefix(60))\", \(age)"
    }
  }
}

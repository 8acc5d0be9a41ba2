import ORDA

/// How transactions and savepoints, which a client opens and ends by separate requests, become the closures that ORDA
/// runs them as: each level of nesting reads requests until one ends it.
extension Bridge {
  /// How many savepoints may lie in each other, for each level needs some of the thread's stack.
  static let deepestLevel = 64

  /// How levels of nesting end.
  struct Ending {
    /// The request that ends them, which is answered when they have ended; nil at the end of input.
    var request: Request?
    /// The outermost level that ends: 1 is the transaction, above are savepoints, 0 is the bridge itself.
    var level: Int
    /// Whether what was done in them is undone.
    var isUndone: Bool
    /// True where the savepoint is set again, as ROLLBACK TO does.
    var isSetAgain = false
    /// What went wrong while a level ended.
    var error: (any Error)?
  }

  /// Ends a closure of ORDA's so that it is rolled back.
  private struct Undone: Error {}

  /// Answers requests until one ends the innermost level, or input ends.
  func serve() throws -> Ending {
    while let request = try nextRequest() {
      if let ending = try handle(request) { return ending }
    }
    return Ending(request: nil, level: 0, isUndone: true)
  }

  /// Answers a request; or tells what it ends, and the answer comes then.
  private func handle(_ request: Request) throws -> Ending? {
    switch request.operation {
    case .begin, .savepoint: return try nest(request)
    case .commit, .rollback, .release, .rollbackTo: return ending(request)
    case .close:
      if request["statement"] == nil, request["cursor"] == nil {
        return Ending(request: request, level: 0, isUndone: true)
      }
      answer(request) { _ in try close(request) }
    case .execute: answer(request) { try execute(request, $0) }
    case .prepare: answer(request) { try prepare(request, $0) }
    case .fetch: answer(request) { try fetch(request, $0) }
    case .tables: answer(request) { try tables(request, $0) }
    case .describe: answer(request) { try describe(request, $0) }
    case .capabilities: answer(request) { capabilities($0) }
    case .ping: answer(request) { _ in try database.ping() }
    }
    return nil
  }

  /// What a request ends; nil where it could not, and was answered so.
  private func ending(_ request: Request) -> Ending? {
    do {
      guard !levels.isEmpty else { throw DatabaseError(.misuse, "no transaction is open; send begin first") }
      switch request.operation {
      case .commit: return Ending(request: request, level: 1, isUndone: false)
      case .rollback: return Ending(request: request, level: 1, isUndone: true)
      default:
        let name = try request.text("name")
        // Names are compared byte by byte, and of several that are the same the innermost is meant.
        guard let index = levels.lastIndex(where: { $0.utf8.elementsEqual(name.utf8) }), index > 0 else {
          throw DatabaseError(.misuse, "no savepoint \(VisibleText.escaping(name)) is set in this transaction")
        }
        let isUndone = request.operation == .rollbackTo
        return Ending(request: request, level: index + 1, isUndone: isUndone, isSetAgain: isUndone)
      }
    } catch {
      answer(request, error)
      return nil
    }
  }

  /// Opens a transaction or savepoint and stays in it; tells what else ended together with it.
  private func nest(_ request: Request) throws -> Ending? {
    let name: String
    let options: TransactionOptions
    do {
      (name, options) = try level(for: request)
    } catch {
      answer(request, error)
      return nil
    }
    var opening = request
    while let ending = try enter(name, options, for: opening) {
      guard ending.level > levels.count, let request = ending.request else { return ending }
      if let error = ending.error {
        answer(request, error)
      } else if ending.isSetAgain {
        opening = request
        continue
      } else {
        answer(request) { _ in }
      }
      return nil
    }
    return nil
  }

  /// The name of the level that a request opens, empty for a transaction, and what it is to be.
  private func level(for request: Request) throws -> (String, TransactionOptions) {
    if request.operation == .begin {
      guard levels.isEmpty else {
        throw DatabaseError(.misuse, "a transaction is open already; send savepoint to nest another in it")
      }
      return ("", TransactionOptions(isolation: try isolation(request), isReadOnly: try request.flag("readOnly")))
    }
    let name = try request.text("name")
    guard !name.isEmpty else { throw DatabaseError.badRequest("a savepoint's name is not empty") }
    guard !levels.isEmpty else {
      throw DatabaseError(.misuse, "a savepoint needs a transaction around it; send begin first")
    }
    guard levels.count <= Self.deepestLevel else {
      throw DatabaseError(.misuse, "\(Self.deepestLevel) savepoints lie in each other; release some first")
    }
    return (name, TransactionOptions())
  }

  private func isolation(_ request: Request) throws -> Isolation? {
    guard let name = try request.optionalText("isolation") else { return nil }
    if let isolation = Isolation.allCases.first(where: { "\($0)" == name }) { return isolation }
    let all = Isolation.allCases.map { "\($0)" }.joined(separator: ", ")
    throw DatabaseError.badRequest("\"isolation\" is one of \(all)")
  }

  /// Opens a level, answers that it is open, and serves in it; nil where it can't be opened, which is answered too.
  private func enter(_ name: String, _ options: TransactionOptions, for request: Request) throws -> Ending? {
    var isOpen = false
    var ending: Ending?
    do {
      try database.transaction(isolation: options.isolation, readOnly: options.isReadOnly) { transaction in
        isOpen = true
        levels.append(name)
        defer { levels.removeLast() }
        answer(request) { if name.isEmpty { $0.write(",\"isolation\":\"\(transaction.isolation)\"") } }
        let ended = try serve()
        ending = ended
        // Rows that are still being read would keep some databases from committing.
        cursors.removeAll { $0.level >= levels.count }
        if ended.isUndone { throw Undone() }
      }
    } catch is Undone {
    } catch {
      guard isOpen else {
        answer(request, error)
        return nil
      }
      guard var ended = ending else { throw error }
      // What could not be kept is undone; so is what lies around it, if it was to be kept with it.
      ended.error = error
      ended.isUndone = true
      return ended
    }
    return ending
  }
}

internal import ORDA

/// Puts the transactions of a log together from its messages. The server sends each whole, when it is committed, and
/// nothing of what was rolled back.
struct LogTransactions {
  /// A complete transaction.
  struct Commit {
    /// The server's number of it; nil if this only says that something is missing.
    var transaction: UInt32?
    /// What a program of ORDA's has left in it.
    var mark: CommitMark?
    /// When it was committed, in microseconds since 2000.
    var time: Int64 = 0
    var batch = ChangeBatch(origin: .elsewhere)
  }

  private var transaction: UInt32?
  private var mark: CommitMark?
  private var changes: ChangeCollector
  /// The tables of the open transaction, by their numbers in `changes`.
  private var tables: [TableName] = []
  private var isEverything = false

  init(rowLimit: Int) { changes = ChangeCollector(limits: .init(rows: rowLimit)) }

  /// Takes the next message; returns the transaction that ends with it.
  mutating func take(_ message: LogMessage, _ known: inout LogTables) -> Commit? {
    switch message {
    case .begin(let transaction):
      reset()
      self.transaction = transaction
    case .commit(let commit): return finish(commit)
    case .relation(let relation): known.note(relation)
    case .insert(let relation, _), .update(let relation, _, _), .delete(let relation, _):
      add(message, relation, &known)
    case .truncate(let relations): for relation in relations { addVague(relation, known) }
    case .text(let prefix, let content): if prefix == CommitMark.prefix { mark = CommitMark(content) ?? mark }
    case .other: break
    }
    return nil
  }

  private mutating func add(_ message: LogMessage, _ relation: UInt32, _ known: inout LogTables) {
    guard let table = known.identity(of: relation) else {
      isEverything = true
      return
    }
    guard known.wants(table) else { return }
    let number = number(of: table)
    if isEverything || changes.isVague(number) { return }
    guard let change = known.change(message, of: relation) else { return changes.addVague(table: number) }
    if !change.changesNothing { changes.add(change, table: number, size: change.size) }
  }

  private mutating func addVague(_ relation: UInt32, _ known: LogTables) {
    guard let table = known.identity(of: relation) else {
      isEverything = true
      return
    }
    if known.wants(table) { changes.addVague(table: number(of: table)) }
  }

  private mutating func number(of table: TableName) -> Int {
    // Rows of one table mostly follow each other.
    if let number = tables.lastIndex(of: table) { return number }
    tables.append(table)
    return tables.count - 1
  }

  private mutating func finish(_ end: LoggedCommit) -> Commit? {
    guard let transaction else { return nil }
    var commit = Commit(transaction: transaction, mark: mark, time: end.time)
    if isEverything {
      commit.batch.unknown = .everything
    } else {
      commit.batch.rows = changes.changes
      commit.batch.unknown.tables = Set(changes.vagueTables.map { tables[$0] })
    }
    reset()
    return commit
  }

  private mutating func reset() {
    transaction = nil
    mark = nil
    changes.removeAll()
    tables = []
    isEverything = false
  }
}

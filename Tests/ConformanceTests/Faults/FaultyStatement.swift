#if Conformance
  import ORDA

  /// A statement that forwards, wrongly.
  final class FaultyStatement: DriverStatement {
    let base: any DriverStatement
    let fault: Fault?
    private var hasGivenFirst = false
    private var isOver = false
    private var lastKey: Int64?
    private let connection: FaultyConnection
    private var rules: ConnectionRules { connection.rules }

    init(_ base: any DriverStatement, _ connection: FaultyConnection, _ fault: Fault?) {
      self.base = base
      self.connection = connection
      self.fault = fault
    }

    var parameterCount: Int { base.parameterCount }
    var columnCount: Int { base.columnCount }
    var columnsVersion: Int { base.columnsVersion }
    var isReadOnly: Bool { base.isReadOnly }
    var columnNames: [String] { fault == .mixesUpNames ? base.columnNames.reversed() : base.columnNames }
    func columns() throws(DatabaseError) -> [Column] {
      fault == .mixesUpNames ? try base.columns().reversed() : try base.columns()
    }

    func step() throws(DatabaseError) -> Bool {
      if fault == .repeatsFirstRow, hasGivenFirst, !isOver {
        isOver = true
        return true
      }
      try rules.begin(self)
      do throws(DatabaseError) {
        let isRow = try base.step()
        defer { hasGivenFirst = isRow }
        if !isRow { rules.end(self) }
        switch fault {
        case .givesNoRows:
          while isRow, try base.step() {}
          return false
        case .losesLastRow where isRow && base.columnCount > 0 && hasGivenFirst:
          // Whatever comes after the first row is given only where another follows.
          return try base.step()
        default: return isRow
        }
      } catch {
        rules.end(self)
        rules.noteFailure(isInTransaction: connection.isInTransaction)
        if fault == .swallowsErrors { return false }
        if fault == .tellsNoKinds { throw DatabaseError(.other, error.message) }
        throw error
      }
    }

    func nextResult() throws(DatabaseError) -> Bool { try base.nextResult() }

    func outcome() -> StatementOutcome {
      let outcome = base.outcome()
      switch fault {
      case .tellsNoCounts: return StatementOutcome(changed: 0, lastID: nil)
      case .tellsStaleKeys: return StatementOutcome(changed: outcome.changed, lastID: 1)
      default: return outcome
      }
    }

    func appendRow(to buffer: RowBuffer) {
      guard fault != nil else { return base.appendRow(to: buffer) }
      for index in 0..<columnCount { buffer.append(value(index)) }
    }

    func reset() {
      hasGivenFirst = false
      isOver = false
      rules.end(self)
      base.reset()
    }
    func close() {
      rules.noteClosing()
      base.close()
    }
  }
#endif

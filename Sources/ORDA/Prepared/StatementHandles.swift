/// One connection's prepared statements, by the index of their slot: bounded, the least recently used closed first.
///
/// A handle in use is never lent a second time; whoever asks for it then gets a fresh one, which is closed after use.
struct StatementHandles {
  private let capacity: Int
  private var handles: [StatementExecution?] = []
  private var count = 0
  private var order = UseOrder()
  /// Whose rows are still to come, if the connection returns one result at a time; nil if it returns several.
  private let openResult: OpenResult?
  /// The connection, if it prepares for values of certain kinds.
  private let typed: (any TypedPreparingConnection)?

  /// - Parameter capacity: The maximum number kept; 0 keeps none.
  init(capacity: Int, openResult: OpenResult? = nil, typed: (any TypedPreparingConnection)? = nil) {
    self.capacity = max(0, capacity)
    self.openResult = openResult
    self.typed = typed
  }

  /// The handle for a slot, prepared now if there is none or it is in use.
  ///
  /// - Parameter toRun: True if it is run next, so that an error in the text may wait until then.
  mutating func checkOut(
    _ slot: StatementSlot, on connection: any DriverConnection, toRun: Bool
  ) throws(DatabaseError) -> StatementExecution {
    let index = slot.index
    if toRun, index >= 0, index < handles.count, isKnownUniquelyReferenced(&handles[index]), let kept = handles[index],
      kept.serial == slot.serial, !kept.isInUse
    {
      kept.begin()
      order.use(index)
      return kept
    }
    return try checkOutAnyhow(slot, on: connection, toRun: toRun)
  }

  /// Does the same where the handle is in use, kept by the program, or not prepared yet.
  @inline(never)
  private mutating func checkOutAnyhow(
    _ slot: StatementSlot, on connection: any DriverConnection, toRun: Bool
  ) throws(DatabaseError) -> StatementExecution {
    if capacity == 0 || slot.index < 0 { return try prepare(slot, on: connection, isKept: false, toRun: toRun) }
    let isOnlyHere = slot.index < handles.count && isKnownUniquelyReferenced(&handles[slot.index])
    if slot.index < handles.count, var kept = handles[slot.index] {
      if kept.isInUse { return try prepare(slot, on: connection, isKept: false, toRun: toRun) }
      if kept.serial == slot.serial {
        if !isOnlyHere {
          // A program has kept what was lent to it, and must not get access to what is lent now.
          kept = kept.successor()
          handles[slot.index] = kept
        }
        if !toRun { try kept.driver.prepare() }
        kept.begin()
        order.use(slot.index)
        return kept
      }
      // The handle of a text that nobody needs any more.
      kept.close()
      forget(slot.index)
    }
    let made = try prepare(slot, on: connection, isKept: true, toRun: toRun)
    if count >= capacity { closeOldest() }
    while handles.count <= slot.index { handles.append(nil) }
    handles[slot.index] = made
    order.use(slot.index)
    count += 1
    return made
  }

  /// Ends an execution: the statement is reset, and closed if it is not kept.
  func checkIn(_ execution: StatementExecution) {
    execution.end()
    if !execution.isKept { execution.close() }
  }

  private func prepare(
    _ slot: StatementSlot, on connection: any DriverConnection, isKept: Bool, toRun: Bool
  ) throws(DatabaseError) -> StatementExecution {
    if let openResult { try openResult.keepRest() }
    let preparing = StatementPreparing(connection, typed: typed)
    var driver: any DriverStatement
    if let upsert = slot.parsed.upsert {
      driver = try UpsertStatement(upsert, parameterCount: slot.parsed.parameters.nativeCount, preparing)
      do throws(DatabaseError) {
        if !toRun { try driver.prepare() }
      } catch {
        driver.close()
        throw error
      }
    } else {
      driver = try preparing.prepare(slot.parsed, isKept: isKept, toRun: toRun)
    }
    if let openResult { driver = BufferedStatement(driver, slot.parsed, open: openResult) }
    return StatementExecution(driver: driver, parsed: slot.parsed, serial: slot.serial, isKept: isKept)
  }

  /// Closes the least recently used handle that is not in use; none if all are.
  private mutating func closeOldest() {
    var index = order.oldest
    while index >= 0, handles[index]?.isInUse ?? false { index = order.newer(than: index) }
    guard index >= 0 else { return }
    handles[index]?.close()
    forget(index)
  }

  private mutating func forget(_ index: Int) {
    handles[index] = nil
    order.remove(index)
    count -= 1
  }

  /// Closes everything.
  mutating func closeAll() {
    for handle in handles { handle?.close() }
    handles = []
    order = UseOrder()
    count = 0
  }

  /// How many are kept.
  var openCount: Int { count }
}

extension DatabaseError {
  /// The error for a text in which the database finds a different number of parameters than the core.
  ///
  /// - Parameters:
  ///   - found: How many the database finds; nil if it does not say.
  ///   - expected: How many ORDA finds.
  ///   - sql: The text.
  public static func parameters(found: Int?, expected: Int, sql: String) -> DatabaseError {
    let number = found.map { "\($0)" } ?? "another number of"
    return DatabaseError(
      .syntax,
      "the database finds \(number) parameters in this text and ORDA \(expected); write parameters as ?, ?NNN or :name",
      sql: sql)
  }
}

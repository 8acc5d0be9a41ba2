internal import Observation

/// What an entry has once it was observed.
final class EntryObservation: Sendable {
  private let registrar = ObservationRegistrar()

  /// Notes the observer, if there is one.
  func access<Member>(_ path: KeyPath<ObservedEntry, Member>) { registrar.access(ObservedEntry(), keyPath: path) }

  /// Tells the observers of what changed.
  func announce(_ notice: EntryNotice, _ plan: TablePlan) {
    notice.columns.forEach { plan.paths[$0].lend { tell($0) } }
    if notice.columns.containsAny(of: plan.key) { tell(\.key) }
    if notice.isDeleted {
      tell(\.isDeleted)
      for path in plan.paths { path.lend { tell($0) } }
    }
    if notice.failed { tell(\.lastError) }
  }

  private func tell<Member>(_ path: KeyPath<ObservedEntry, Member>) {
    registrar.withMutation(of: ObservedEntry(), keyPath: path) {}
  }
}

/// What observers call the properties of an entry by. A registrar wants a subject, and only passes it on: with the entry
/// itself each access would retain it several times.
struct ObservedEntry: Observable {
  subscript(column: Int) -> Value { .null }
  var key: Bool { false }
  var isDeleted: Bool { false }
  var lastError: Bool { false }
}

/// What observers call a column by: made once for each column, for making one costs more than anything else about
/// observing, and lent without being held, for that would be a third of reading a value.
struct ColumnPath: @unchecked Sendable {
  // Proof: a key path never changes, and this one has captured a number. It goes with the plan that made it, which each
  // entry holds by way of its table.
  private let path: Unmanaged<KeyPath<ObservedEntry, Value>>

  init(_ column: Int) { path = .passRetained(\ObservedEntry[column]) }

  /// Lets go of it, with the plan.
  func release() { path.release() }

  @inline(__always)
  func lend(_ body: (KeyPath<ObservedEntry, Value>) -> Void) { path._withUnsafeGuaranteedRef(body) }
}

internal import Observation

/// What an entry has once it was observed.
final class EntryObservation: Sendable {
  private let registrar = ObservationRegistrar()

  /// Notes the observer, if there is one.
  func access<Member>(_ path: KeyPath<ObservedEntry, Member>) { registrar.access(ObservedEntry(), keyPath: path) }

  /// Tells the observers of what changed.
  func announce(_ notice: EntryNotice, _ plan: TablePlan) {
    notice.columns.forEach { tell(plan.paths[$0]) }
    if notice.columns.containsAny(of: plan.key) { tell(\.key) }
    if notice.isDeleted {
      tell(\.isDeleted)
      for path in plan.paths { tell(path) }
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

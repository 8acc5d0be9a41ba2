internal import Observation

/// What an entry gets once it is observed.
final class EntryRegistrar: Sendable {
  private let registrar = ObservationRegistrar()

  /// Notes the observer, if there is one.
  func access<Member>(_ path: KeyPath<ObservedEntry, Member>) { registrar.access(ObservedEntry(), keyPath: path) }

  /// Notifies the observers of a change.
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

/// What observers know an entry's properties by. A registrar wants a subject, and only passes it on; with the entry
/// itself each access would retain it several times.
struct ObservedEntry: Observable {
  /// The first columns. Observers are found by hashing a key path, several times for each call, and key paths to stored
  /// properties hash fastest.
  private var a = false, b = false, c = false, d = false, e = false, f = false, g = false, h = false
  private var i = false, j = false, k = false, l = false, m = false, n = false, o = false, p = false
  private subscript(column: Int) -> Bool { false }

  init() {}

  /// The key path for a column.
  static func path(to column: Int) -> KeyPath<ObservedEntry, Bool> {
    let stored: [KeyPath<ObservedEntry, Bool>] = [
      \.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j, \.k, \.l, \.m, \.n, \.o, \.p,
    ]
    return column < stored.count ? stored[column] : \ObservedEntry[column]
  }

  var key: Bool { false }
  var isDeleted: Bool { false }
  var lastError: Bool { false }
}

/// A column's key path for observers. It is made once for each column, since making one costs more than anything else
/// about observing. It is lent without being retained, since that would take a third of reading a value.
struct ColumnPath: @unchecked Sendable {
  // Proof: a key path never changes, and this one captures a number at most. It lives as long as the plan that made it,
  // which each entry holds by way of its table.
  private let path: Unmanaged<KeyPath<ObservedEntry, Bool>>

  init(_ column: Int) { path = .passRetained(ObservedEntry.path(to: column)) }

  /// Releases it, with the plan.
  func release() { path.release() }

  @inline(__always)
  func lend(_ body: (KeyPath<ObservedEntry, Bool>) -> Void) { path._withUnsafeGuaranteedRef(body) }
}

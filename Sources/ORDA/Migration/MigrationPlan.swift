/// What to run, determined only from a program's steps and a database's records.
struct MigrationPlan {
  /// The steps that have not run, in order, followed by the repeatable ones whose text has changed.
  let pending: [Migration]

  /// - Parameters:
  ///   - last: The last step to run; nil for all, including the repeatable ones.
  ///   - allowsGaps: True if a step may run after others that follow it in the list.
  /// - Throws: What prevents any of them from running.
  init(
    _ steps: MigrationSteps, _ records: [MigrationRecord], through last: String? = nil, allowsGaps: Bool = false
  ) throws(DatabaseError) {
    var pending = try Self.ordered(steps, records, allowsGaps: allowsGaps)
    if let last {
      try steps.require(last)
      let through = Set(steps.ordered.prefix { $0.name != last }.map(\.name) + [last])
      pending.removeAll { !through.contains($0.name) }
    } else {
      pending += steps.repeatable.filter { step in
        records.last { $0.name == step.name }?.checksum != steps.checksums[step.name]
      }
    }
    self.pending = pending
  }

  /// The ordered steps that have not run.
  private static func ordered(
    _ steps: MigrationSteps, _ records: [MigrationRecord], allowsGaps: Bool
  ) throws(DatabaseError) -> [Migration] {
    if let count = steps.countInOrder(records) { return Array(steps.ordered[count...]) }
    try steps.check(records)
    let done = Set(records.map(\.name))
    var pending: [Migration] = []
    for step in steps.ordered {
      if !done.contains(step.name) {
        pending.append(step)
      } else if let open = pending.first?.name, !allowsGaps {
        throw DatabaseError(
          .migration(.outOfOrder),
          "the step \(open) has not run, and \(step.name), which stands behind it, has. Give \(open) a name that puts it at the "
            + "end, or allow gaps where the order of these two does not matter")
      }
    }
    return pending
  }
}

/// A program's steps, with distinct names.
struct MigrationSteps {
  let ordered: [Migration]
  let repeatable: [Migration]
  let checksums: [String: String]
  /// Those of the ordered steps, in order.
  private let orderedChecksums: [String]
  private let dialect: Dialect

  init(_ steps: [Migration], in dialect: Dialect) throws(DatabaseError) {
    self.dialect = dialect
    ordered = steps.filter { !$0.isRepeatable }
    repeatable = steps.filter(\.isRepeatable)
    var checksums: [String: String] = [:]
    for step in steps {
      guard (1...MigrationTable.longestName).contains(step.name.unicodeScalars.count), !step.name.utf8.contains(0)
      else {
        throw DatabaseError(.misuse, "a step's name has 1 to \(MigrationTable.longestName) characters")
      }
      guard checksums.updateValue(step.checksum(in: dialect), forKey: step.name) == nil else {
        throw DatabaseError(.misuse, "two steps are called \(step.name)")
      }
    }
    self.checksums = checksums
    orderedChecksums = ordered.map { checksums[$0.name] ?? "" }
  }

  /// How many of the ordered steps have run, if they are the first ones, one after the other and as they are now; nil if there
  /// is more to be said.
  ///
  /// Nearly every database is like this, and every start of a program asks.
  func countInOrder(_ records: [MigrationRecord]) -> Int? {
    var count = 0
    for record in records {
      guard record.state == .applied else { return nil }
      if record.isRepeatable {
        // One that was repeatable once may be ordered now.
        guard repeatable.contains(where: { $0.name == record.name }) else { return nil }
        continue
      }
      guard count < ordered.count, ordered[count].name == record.name, orderedChecksums[count] == record.checksum
      else { return nil }
      count += 1
    }
    return count
  }

  func step(_ name: String) -> Migration? { (ordered + repeatable).first { $0.name == name } }

  @discardableResult
  func require(_ name: String) throws(DatabaseError) -> Migration {
    if let step = step(name) { return step }
    let nearest = nearestName(to: name, among: (ordered + repeatable).map(\.name))
    throw DatabaseError(
      .migration(.missing), "there is no step \(name)" + (nearest.map { "; did you mean \($0)?" } ?? ""))
  }

  /// Compares what ran with the current steps.
  func check(_ records: [MigrationRecord]) throws(DatabaseError) {
    for record in records where record.state != .applied { throw halfDone(record) }
    let known = Set(ordered.map(\.name))
    let lost = records.filter { !$0.isRepeatable && !known.contains($0.name) }
    if let first = lost.first {
      let names = lost.map(\.name).joined(separator: ", ")
      let last = records.filter { known.contains($0.name) }.map(\.place).max() ?? 0
      // If all of these steps were removed, they are not newer ones.
      if lost.allSatisfy({ $0.place > last }), known.isSubset(of: Set(records.map(\.name))), !known.isEmpty {
        let program = first.program.isEmpty ? "another version of it" : first.program
        throw DatabaseError(
          .migration(.newer),
          "the database is newer than this program: \(program) has run the steps \(names). Run that program, or undo these "
            + "steps with it")
      }
      throw DatabaseError(
        .migration(.missing),
        "the database has run steps that are missing here: \(names). Put them back; or, where they are meant to go, "
          + "resolve them as forgotten")
    }
    for record in records where !record.isRepeatable && checksums[record.name] != record.checksum {
      throw DatabaseError(
        .migration(.changed),
        "the step \(record.name) has changed since it ran on this database (it was \(record.checksum), and is "
          + "\(checksums[record.name] ?? "")). Put its contents back, and write a further step for what is new; or, where it does the "
          + "same, resolve it as applied")
    }
  }

  private func halfDone(_ record: MigrationRecord) -> DatabaseError {
    let verb = record.state == .undoing ? "be undone" : "run"
    var place = ""
    if record.part > 0 {
      place = "; its statement \(record.part) was the last that was begun"
      if let step = step(record.name), let line = step.line(of: record, in: dialect) { place += " (\(line))" }
      place += ", and those before it are done"
    }
    let reason = record.message.map { ": \($0)" } ?? ", for its program or its connection ended"
    return DatabaseError(
      .migration(.halfDone),
      "the step \(record.name) did not \(verb) to its end\(reason)\(place). Look at the database, then resolve the step: as "
        + "applied, as forgotten, or from one of its statements on")
  }
}

extension Migration {
  /// What a record refers to: the step's doing, or its undoing.
  func content(of record: MigrationRecord) -> Content? { record.state == .undoing ? down : up }

  /// The file and line where a record's statement begins.
  fileprivate func line(of record: MigrationRecord, in dialect: Dialect) -> String? {
    guard case .script(let script) = content(of: record),
      let parts = try? script.parts(in: dialect), parts.indices.contains(record.part - 1)
    else { return nil }
    let line = parts[record.part - 1].line
    return script.file.map { "\($0), line \(line)" } ?? "line \(line)"
  }
}

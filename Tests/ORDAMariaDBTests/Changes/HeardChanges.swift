import ORDA

/// What an observer has heard of some tables, as lines of text.
///
/// `+ t(1) id=1 a=x`, `~ t(1) a: x > y`, `- t(1) id=1 a=y`; `~ t(1 > 5)` where the key changed, `? t` and `? *` for what
/// is not known exactly, `? .*` for all tables of the test's database, `schema` where its tables were altered.
final class HeardChanges: Sendable {
  private let heard = Shared<[ChangeBatch]>([])
  private let observation: Shared<ChangeObservation?> = Shared(nil)

  init(_ db: any Governor, _ tables: [TableName] = []) throws {
    let heard = heard
    let made = try db.observeChanges(of: tables) { batch in heard.with { $0.append(batch) } }
    observation.with { $0 = made }
  }

  /// The batches since the last call.
  func take() -> [ChangeBatch] {
    heard.with { batches in
      defer { batches = [] }
      return batches
    }
  }

  /// The lines of each batch since the last call.
  func lines() -> [[String]] { take().map(\.lines) }

  var batches: [ChangeBatch] { heard.current }

  func cancel() { observation.current?.cancel() }
}

extension ChangeBatch {
  /// What it tells, a line each.
  var lines: [String] {
    rows.map(\.line) + unknown.tables.map { "? \($0.name)" }.sorted() + unknown.schemas.map { _ in "? .*" }
      + (unknown.isEverything ? ["? *"] : []) + schemaChanges.map { _ in "schema" }
  }
}

extension RowChange {
  /// What it tells.
  var line: String {
    let place = newKey.map { "\(table.name)(\(key) > \($0))" } ?? "\(table.name)(\(key))"
    func text(_ value: Value?) -> String { value?.description ?? "?" }
    let cells = (cells ?? []).map { cell in
      switch kind {
      case .insert: "\(layout.columns[cell.column])=\(text(cell.new))"
      case .update: "\(layout.columns[cell.column]): \(text(cell.old)) > \(text(cell.new))"
      case .delete: "\(layout.columns[cell.column])=\(text(cell.old))"
      }
    }
    let sign = kind == .insert ? "+" : kind == .update ? "~" : "-"
    return ([sign, place] + (self.cells == nil ? ["?"] : cells)).joined(separator: " ")
  }
}

import ORDA

/// What an observer has heard of some tables, as lines of text.
///
/// `+ t(1) id=1 a=x`, `~ t(1) a: x > y`, `- t(1) id=1 a=y`; `~ t(1 > 5)` where the key changed, `? t` and `? main.*` for
/// what is not known exactly, `schema main`.
final class HeardChanges: Sendable {
  private let heard: Shared<[ChangeBatch]>
  private let observation: ChangeObservation

  init(_ db: any Governor, _ tables: [TableName] = []) throws {
    let heard = Shared<[ChangeBatch]>([])
    self.heard = heard
    observation = try db.observeChanges(of: tables) { batch in heard.with { $0.append(batch) } }
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

  func cancel() { observation.cancel() }
}

extension ChangeBatch {
  /// What it tells, a line each.
  var lines: [String] {
    rows.map(\.line) + unknown.tables.map { "? \($0.name)" }.sorted() + unknown.schemas.map { "? \($0).*" }.sorted()
      + (unknown.isEverything ? ["? *"] : []) + schemaChanges.map { "schema \($0.schema ?? "?")" }
  }
}

extension RowChange {
  /// What it tells.
  var line: String {
    let name = table.schema == "main" ? table.name : table.description
    let place = newKey.map { "\(name)(\(key) > \($0))" } ?? "\(name)(\(key))"
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

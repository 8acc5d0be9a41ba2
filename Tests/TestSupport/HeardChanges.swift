public import ORDA

/// What an observer has heard of some tables.
public final class HeardChanges: Sendable {
  private let heard = Shared<[ChangeBatch]>([])
  private let observation: ChangeObservation

  /// Listens from now on; to all tables where none is named.
  public init(_ db: any Governor, _ tables: [TableName] = []) throws {
    let heard = heard
    observation = try db.observeChanges(of: tables) { batch in heard.with { $0.append(batch) } }
  }

  /// The batches since the last call of ``take()``.
  public var batches: [ChangeBatch] { heard.current }

  /// The batches since the last call.
  public func take() -> [ChangeBatch] {
    heard.with { batches in
      defer { batches = [] }
      return batches
    }
  }

  /// Blocks this thread until the batches since the last call of ``take()`` meet a condition.
  public func wait(until isMet: ([ChangeBatch]) -> Bool) { heard.wait(until: isMet) }

  /// Listens no more.
  public func cancel() { observation.cancel() }
}

extension RowChange {
  /// What it tells, with the table by a name: `+ t(1) id=1 a=x`, `~ t(1) a: x > y`, `- t(1) id=1 a=y`; `~ t(1 > 5)`
  /// where the key changed.
  public func line(_ name: String) -> String {
    let place = newKey.map { "\(name)(\(key) > \($0))" } ?? "\(name)(\(key))"
    func text(_ value: Value?) -> String { value?.description ?? "?" }
    let cells = cells?.map { cell in
      switch kind {
      case .insert: "\(layout.columns[cell.column])=\(text(cell.new))"
      case .update: "\(layout.columns[cell.column]): \(text(cell.old)) > \(text(cell.new))"
      case .delete: "\(layout.columns[cell.column])=\(text(cell.old))"
      }
    }
    let sign = kind == .insert ? "+" : kind == .update ? "~" : "-"
    return ([sign, place] + (cells ?? ["?"])).joined(separator: " ")
  }
}

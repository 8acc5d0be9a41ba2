internal import Foundation
internal import ORDA

/// What the change of one row means for the tree.
struct RowNews: Sendable {
  /// A node's place.
  struct Place: Sendable {
    var parent: Int64
    var name: NodeName
  }

  /// What became of the node.
  enum Kind: Sendable {
    case made(Place)
    case removed(Place)
    case changed
    /// It has another place or name: only the difference between the old and the new one is reported.
    case moved(old: PartialPlace, new: PartialPlace)
  }

  /// A place of which only the difference from another one is known.
  struct PartialPlace: Sendable {
    let parent: Int64?
    let name: NodeName?

    /// The whole place, with the missing parts from another one.
    func completed(by other: Place) -> Place { Place(parent: parent ?? other.parent, name: name ?? other.name) }
  }

  let id: Int64
  /// True for a table's row, if that is reported.
  let isTable: Bool
  let kind: Kind
}

extension RowNews {
  /// Batches with more rows are reported as "everything".
  static let longest = 10_000

  /// What a batch says about the tree, in order; nil if that is not known exactly.
  static func read(_ batch: ChangeBatch, _ names: TableNames) -> [RowNews]? {
    guard batch.unknown.isEmpty, batch.rows.count <= longest else { return nil }
    var news: [RowNews] = []
    for row in batch.rows where !names.isState(row.table) {
      guard let read = RowNews(row) else { return nil }
      news.append(read)
    }
    return news
  }

  private init?(_ row: RowChange) {
    guard case .int(let id)? = row.key.values.first, row.columns != nil else { return nil }
    self.id = id
    switch row.kind {
    case .insert:
      guard let parent = Self.number(row.new("parent")), let name = Self.name(row.new("name")) else { return nil }
      isTable = Self.number(row.new("kind")) == Int64(NodeRow.table)
      kind = .made(Place(parent: parent, name: name))
    case .delete:
      guard let parent = Self.number(row.old("parent")), let name = Self.name(row.old("name")) else { return nil }
      isTable = Self.number(row.old("kind")) == Int64(NodeRow.table)
      kind = .removed(Place(parent: parent, name: name))
    case .update:
      isTable = false
      let old = PartialPlace(parent: Self.number(row.old("parent")), name: Self.name(row.old("name")))
      let new = PartialPlace(parent: Self.number(row.new("parent")), name: Self.name(row.new("name")))
      let isMoved = new.parent != nil || new.name.map { $0.key != old.name?.key } ?? false
      kind = isMoved ? .moved(old: old, new: new) : .changed
    }
  }

  private static func number(_ value: Value?) -> Int64? { if case .int(let number)? = value { number } else { nil } }
  private static func name(_ value: Value?) -> NodeName? {
    if case .text(let text)? = value { NodeName(text) } else { nil }
  }
}

internal import ORDA
internal import ORDAThreads

/// What others committed, until the cache learns of it.
///
/// Writers leave their news here before their calls return, and never wait, since a perform may hold the cache itself
/// for long. The next perform begins by taking the news.
final class CacheNews: Sendable {
  enum Content: Sendable {
    case nothing
    case changes([NodeNews], from: Int64?, to: Int64?)
    case everything
  }

  /// More changes than these are reported as "everything".
  private static let longest = 1_000
  private let content = Lock(Content.nothing)

  func take() -> Content {
    content.withLock { content in
      defer { content = .nothing }
      return content
    }
  }

  /// Everything may have changed.
  func tellEverything() { content.withLock { $0 = .everything } }

  /// Adds what a batch reports, if the tables have these names.
  func tell(_ batch: ChangeBatch, _ names: TableNames) {
    guard batch.unknown.isEmpty, let read = Self.read(batch.rows, names) else { return tellEverything() }
    content.withLock { content in
      switch content {
      case .everything: break
      case .nothing: content = .changes(read.news, from: read.from, to: read.to)
      case .changes(let earlier, let from, let to):
        let all = earlier + read.news
        // Rows written without an ODB have no versions.
        content =
          all.count > Self.longest
          ? .everything : .changes(all, from: from ?? read.from, to: read.to ?? to)
      }
    }
  }

  private static func read(_ rows: [RowChange], _ names: TableNames) -> (news: [NodeNews], from: Int64?, to: Int64?)? {
    guard rows.count <= longest else { return nil }
    var news: [NodeNews] = []
    var from: Int64?
    var to: Int64?
    for row in rows {
      if names.isState(row.table) {
        if case .int(let version)? = row.old("version"), from == nil { from = version }
        if case .int(let version)? = row.new("version") { to = version }
        continue
      }
      guard case .int(let id)? = row.key.values.first else { return nil }
      if row.kind != .insert { news.append(.changed(id)) }
      guard row.kind == .insert || row.columns == nil || row.new("parent") != nil || row.new("name_key") != nil else {
        continue
      }
      guard row.kind != .delete else { continue }
      // For a moved row only the changed columns are reported, which need not be both columns of its place.
      guard case .int(let parent)? = row.new("parent"), case .bytes(let key)? = row.new("name_key") else { return nil }
      news.append(.added(parent: parent, key: String(decoding: key, as: UTF8.self)))
    }
    return (news, from, to)
  }
}

/// How far a backup is.
public struct BackupProgress: Sendable, Hashable {
  /// The number of copied pages.
  public let copied: Int
  /// The number of pages; 0 for an empty database.
  public let total: Int

  init(copied: Int, total: Int) {
    self.copied = copied
    self.total = total
  }

  /// From 0 to 1.
  public var fraction: Double { total > 0 ? Double(copied) / Double(total) : 1 }
  /// True once every page is copied.
  public var isComplete: Bool { copied == total }
}

/// A row as a page shows it.
struct LiveRow: Sendable, Hashable {
  /// What it is known by: its key.
  let key: String
  let html: String
}

/// The format of a file's records.
package enum ImportFormat: String, CaseIterable {
  case csv, tsv, json, jsonl

  /// The format that a file's name implies; nil for other endings.
  package init?(path: String) {
    let name = path.lowercased()
    let endings: [(String, ImportFormat)] = [
      (".csv", .csv), (".tsv", .tsv), (".tab", .tsv), (".json", .json), (".jsonl", .jsonl), (".ndjson", .jsonl),
    ]
    guard let format = endings.first(where: { name.hasSuffix($0.0) })?.1 else { return nil }
    self = format
  }

  /// True if values are separated by a delimiter.
  package var isDelimited: Bool { self == .csv || self == .tsv }
}

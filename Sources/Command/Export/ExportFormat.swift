import ArgumentParser
import ORDAImport

/// The format of a file of rows.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
  case csv, tsv, json, jsonl, markdown, vertical, table

  /// The format that a file's name implies; nil for other endings.
  init?(path: String) {
    if let format = ImportFormat(path: path) {
      self.init(rawValue: format.rawValue)
    } else if path.lowercased().hasSuffix(".md") || path.lowercased().hasSuffix(".markdown") {
      self = .markdown
    } else {
      return nil
    }
  }

  /// True if values are separated by a delimiter.
  var isDelimited: Bool { self == .csv || self == .tsv }

  /// A writer of this format.
  ///
  /// - Parameters:
  ///   - terminal: What is known of the output's destination.
  ///   - delimiter: Separates the values of CSV; nil for the format's own.
  ///   - hasHeader: Whether CSV begins with the columns' names.
  func writer(to output: Output, terminal: Terminal, delimiter: UInt8?, hasHeader: Bool) -> any RowWriter {
    guard !isDelimited else {
      var format = CSVFormat()
      format.delimiter = delimiter ?? (self == .tsv ? 0x09 : format.delimiter)
      return CSVWriter(output: output, format: format, isForTerminal: terminal.isTerminal, hasHeader: hasHeader)
    }
    // The others have the same names there.
    return (ResultFormat(rawValue: rawValue) ?? .table).writer(to: output, terminal: terminal)
  }
}

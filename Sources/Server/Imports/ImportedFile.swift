import ORDA
import ORDAImport

/// A file that came, and how it is read.
struct ImportedFile: Sendable {
  let upload: Upload
  let format: ImportFormat
  private let csv: CSVRecordOptions
  private let encoding: String?

  /// The encodings that a form offers, by what iconv calls them.
  static let encodings = ["UTF-8", "UTF-16", "WINDOWS-1252", "ISO-8859-15", "WINDOWS-1250", "MACINTOSH"]
  /// What may separate the values of CSV.
  static let delimiters: [(name: String, byte: UInt8)] = [
    ("comma", 0x2C), ("semicolon", 0x3B), ("tab", 0x09), ("bar", 0x7C),
  ]

  /// - Throws: ``Problem`` for a file of another format, or fields that mean nothing.
  init(_ upload: Upload) throws {
    self.upload = upload
    guard let format = ImportFormat(path: upload.name) else {
      throw Problem(
        .unprocessable,
        "\(BadField.shown(upload.name)) is no file that can be imported: those end in .csv, .tsv, .json or .jsonl.")
    }
    self.format = format
    var csv = CSVRecordOptions()
    if format == .tsv { csv.format.delimiter = 0x09 }
    if let name = upload.fields["delimiter"], !name.isEmpty {
      guard let delimiter = Self.delimiters.first(where: { $0.name == name }) else {
        throw Problem(.badRequest, "delimiter is comma, semicolon, tab or bar.")
      }
      csv.format.delimiter = delimiter.byte
    }
    self.csv = csv
    let encoding = upload.fields["encoding"] ?? "UTF-8"
    guard Self.encodings.contains(encoding) else {
      throw Problem(.badRequest, "encoding is one of \(Self.encodings.joined(separator: ", ")).")
    }
    self.encoding = encoding == "UTF-8" ? nil : encoding
  }

  /// The file's records from the first on; any number of times.
  ///
  /// - Throws: What is wrong with its beginning.
  func records() throws -> any RecordSource {
    try format.records(of: upload.file.source(), csv: csv, encoding: encoding)
  }

  /// True if whoever sends the file has said what separates its values.
  var hasChosenDelimiter: Bool { upload.fields["delimiter"]?.isEmpty == false }

  /// What separates the values of CSV whose header, read with another sign, is a single name with this one in it; nil for any other
  /// header.
  static func likelyDelimiter(in columns: [String]) -> String? {
    guard columns.count == 1 else { return nil }
    let signs: [(Character, String)] = [(";", "semicolons"), ("\t", "tabs"), ("|", "bars"), (",", "commas")]
    return signs.first { columns[0].contains($0.0) }?.1
  }
}

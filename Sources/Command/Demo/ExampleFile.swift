import ExampleData
import ORDA
import ORDAImport

/// The data built into the command.
enum ExampleFile {
  case elements
  case isotopes

  /// The CSV file's bytes.
  var bytes: UnsafeBufferPointer<UInt8> {
    let file = self == .elements ? example_data_elements() : example_data_isotopes()
    // Static storage of the program: always valid, never written.
    return UnsafeBufferPointer(start: file.bytes, count: file.count)
  }

  /// Some columns of its rows, as values to be bound: an empty place is NULL.
  ///
  /// A column that the file does not have is NULL throughout.
  func rows(_ columns: [String]) throws -> [[Value]] {
    var reader = CSVReader(MemorySource(bytes))
    guard let header = try reader.next() else { return [] }
    reader.expectedFields = header.count
    let names = try (0..<header.count).map { try header.text($0) }
    let fields = columns.map { names.firstIndex(of: $0) }
    var record = CSVRecord()
    var rows: [[Value]] = []
    while try reader.next(into: &record) {
      rows.append(
        try fields.map { field in
          guard let field, !record.isNull(field) else { return .null }
          return .text(try record.text(field))
        })
    }
    return rows
  }
}

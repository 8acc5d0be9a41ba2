#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import ORDA

/// Takes values in the forms in which SQLite stores them: a statement, or a list that is bound to one.
protocol SQLiteBindTarget: BindTarget {
  /// Binds a string by its bytes.
  func bind(utf8 bytes: UnsafeRawBufferPointer, at index: Int)
  /// Notes what is wrong with a value.
  func refuse(_ index: Int, _ kind: DatabaseError.Kind, _ reason: String)
}

extension SQLiteBindTarget {
  /// Binds a value in the form in which it is stored.
  @inline(__always)
  func bindAsStored(_ value: Value, at index: Int) {
    switch value {
    case .null: bindNull(at: index)
    case .int(let number): bind(number, at: index)
    case .uint(let number):
      refuse(index, .outOfRange, "\(number) is above 9223372036854775807, the largest integer that SQLite stores")
    case .double(let number): bind(number, at: index)
    case .decimal(let number): bind(number.description, at: index)
    case .text(let text), .json(let text): bind(text, at: index)
    case .bytes(let bytes): bytes.withUnsafeBytes { bind(bytes: $0, at: index) }
    case .date(let date): bind(date.description, at: index)
    case .time(let time): bind(time.description, at: index)
    case .timestamp(let timestamp): bind(timestamp.description, at: index)
    case .instant(let instant): bind(instant.description, at: index)
    case .uuid(let uuid): bind(uuid.uuidString.lowercased(), at: index)
    // A string that is not UTF-8, as it was read.
    case .other("text", let bytes): bytes.withUnsafeBytes { bind(utf8: $0, at: index) }
    case .other(let type, _): refuse(index, .unsupported, "SQLite has no type \(type)")
    }
  }

  func refuseNaN(at index: Int) { refuse(index, .outOfRange, "SQLite can't store NaN; it would make it NULL") }
}

#if ODB
  import ArgumentParser
  import Foundation
  import ODB
  import ORDAImport

  /// The types of values, by their names in the command.
  enum ODBTypeName: String, CaseIterable, ExpressibleByArgument {
    case boolean, integer, double, date, string, data

    init(_ type: ODBPrimitiveType) {
      self =
        switch type {
        case .boolean: .boolean
        case .integer: .integer
        case .double: .double
        case .date: .date
        case .string: .string
        case .data: .data
        }
    }

    /// The meaning of a string as a value of this type; nil if it has none.
    func content(_ text: String) -> ODBValue.Content? {
      switch self {
      case .boolean: Bool(text).map { .boolean($0) }
      case .integer: Int64(text).map { .integer($0) }
      case .double: Double(text).map { .double($0) }
      case .date: (try? Date(text, strategy: Self.dates)).map { .date($0) }
      case .string: .string(text)
      case .data: Data(base64Encoded: text).map { .data($0) }
      }
    }

    /// How to write a string of this type.
    var form: String {
      switch self {
      case .boolean: "true or false"
      case .integer: "a whole number of 64 bits"
      case .double: "a number, inf or nan"
      case .date: "a moment such as 2026-01-31T12:34:56.789Z"
      case .string: "any text"
      case .data: "Base64"
      }
    }

    static let dates = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  }

  extension ODBValue {
    /// The value as a string that `orda odb set` reads.
    var text: String {
      switch content {
      case .boolean(let content): "\(content)"
      case .integer(let content): "\(content)"
      case .double(let content): "\(content)"
      case .date(let content): ODBTypeName.dates.format(content)
      case .string(let content): content
      case .data(let content): content.base64EncodedString()
      }
    }

    /// The type's name, and the application's in brackets.
    var typeText: String {
      let name = ODBTypeName(primitiveType).rawValue
      return applicationType.map { "\(name) (\($0))" } ?? name
    }
  }
#endif

internal import Foundation
internal import ORDA

/// A row of the table of nodes: how a node is stored.
///
/// A value is in the column of its type. Doubles that a database would lose (-0.0 on both; infinities and NaN on
/// MariaDB) are stored as their 8 bytes instead. A date is stored in seconds since 2001, like `Date` itself: from 1970
/// it would not come back the same.
struct NodeRow {
  /// The kind of a table; values have the number of their primitive type.
  static let table = 0
  /// Longer values stay in the database until they are used; in bytes.
  static let longest = 65_536

  let id: Int64
  let parent: Int64
  let name: NodeName
  var kind = NodeRow.table
  var applicationType: String?
  var integer: Int64?
  var double: Double?
  var text: String?
  var bytes: Data?
  /// How many bytes the text or the data has.
  var size = 0

  /// A table's row.
  init(id: Int64, parent: Int64, name: NodeName) {
    self.id = id
    self.parent = parent
    self.name = name
  }

  /// A value's row.
  init(id: Int64, parent: Int64, name: NodeName, _ value: ODBValue) {
    self.init(id: id, parent: parent, name: name)
    kind = value.primitiveType.rawValue
    applicationType = value.applicationType
    size = value.content.size
    switch value.content {
    case .boolean(let content): integer = content ? 1 : 0
    case .integer(let content): integer = content
    case .double(let content): set(content)
    case .date(let content): set(content.timeIntervalSinceReferenceDate)
    case .string(let content): text = content
    case .data(let content): bytes = content
    }
  }

  /// The row of a node, with its value if it is not a table.
  init(_ node: Node, _ value: ODBValue?) {
    if let value {
      self.init(id: node.id, parent: node.parent, name: node.name, value)
    } else {
      self.init(id: node.id, parent: node.parent, name: node.name)
    }
  }

  private mutating func set(_ number: Double) {
    if number.isFinite, !(number == 0 && number.sign == .minus) {
      double = number
    } else {
      bytes = withUnsafeBytes(of: number.bitPattern.bigEndian) { Data($0) }
    }
  }

  /// All columns, in the order in which ``NodeInsert`` writes them.
  static let stored: SQL = "id, parent, name, name_key, \(content)"
  /// The columns without the place.
  static let content: SQL =
    "kind, application_type, int_value, double_value, text_value, blob_value, size"

  /// The columns that ``node(_:)`` reads, in its order, without long values.
  static let columns: SQL = """
    id, parent, name, name_key, kind, application_type, int_value, double_value, size, \
    CASE WHEN size > \(raw: "\(longest)") THEN NULL ELSE text_value END, \
    CASE WHEN size > \(raw: "\(longest)") THEN NULL ELSE blob_value END
    """

  /// The node of a database row.
  static func node(_ row: borrowing Row) throws -> Node {
    let kind = try row.get(4, as: Int.self)
    let applicationType = try row.get(5, as: String?.self)
    let size = try row.get(8, as: Int.self)
    let name = NodeName(
      try row.get(2, as: String.self), key: String(decoding: try row.get(3, as: [UInt8].self), as: UTF8.self))
    let content: Node.Content
    if kind == table {
      content = .table
    } else if ODBPrimitiveType(rawValue: kind) == nil {
      // Nobody knows what its columns hold.
      content = .unknown(kind: kind)
    } else if size > longest {
      content = .large(kind: kind, applicationType: applicationType, size: size)
    } else {
      let value = value(
        ofKind: kind, integer: try row.get(6), double: try row.get(7), text: try row.get(9), bytes: try row.get(10))
      content = value.map { .value(ODBValue($0, applicationType: applicationType)) } ?? .unknown(kind: kind)
    }
    return Node(id: try row.get(0), parent: try row.get(1), name: name, content: content)
  }

  /// The value of several columns; nil if its kind is unknown, or they don't fit it.
  static func value(
    ofKind kind: Int, integer: Int64?, double: Double?, text: String?, bytes: Data?
  ) -> ODBValue.Content? {
    switch ODBPrimitiveType(rawValue: kind) {
    case .boolean: integer.map { .boolean($0 != 0) }
    case .integer: integer.map { .integer($0) }
    case .double: number(double, bytes).map { .double($0) }
    case .date: number(double, bytes).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case .string: text.map { .string($0) }
    case .data: bytes.map { .data($0) }
    case nil: nil
    }
  }

  private static func number(_ double: Double?, _ bytes: Data?) -> Double? {
    if let double { return double }
    guard let bytes, bytes.count == 8 else { return nil }
    return Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
  }
}

extension NodeName {
  /// The folded form, as it is stored.
  var storedKey: StoredKey { StoredKey(text: key) }
}

/// A text stored as its bytes in UTF-8.
struct StoredKey: ValueConvertible {
  let text: String

  func value() -> Value { .bytes(Array(text.utf8)) }

  func bind(to target: any BindTarget, at index: Int) {
    var text = text
    text.withUTF8 { target.bind(bytes: UnsafeRawBufferPointer($0), at: index) }
  }
}

/// A place in a sorted list: `after:` asks for what follows it.
///
/// ```swift
/// let page = try await shelf.objects(User.self, sortedBy: \.name, limit: 20)
/// let next = try await shelf.objects(
///   User.self, sortedBy: \.name, limit: 20, after: page.last.map { ShelfCursor($0, sortedBy: \.name) })
/// ```
///
/// It consists of a value's key and an id, not a row number: it stays right when objects before it come and go. You can
/// put it into a link, as ``description``, and read it again.
public struct ShelfCursor: Sendable, Hashable {
  let key: ShelfKey?
  let id: ShelfId

  /// The place of an object in a list sorted by id.
  public init(_ object: some ShelfData) {
    key = nil
    id = object.id
  }

  /// The place of an object in a list sorted by a field.
  public init<Object: ShelfData, Field: ShelfIndexable>(
    _ object: Object, sortedBy path: any KeyPath<Object, Field> & Sendable
  ) {
    key = object[keyPath: path].shelfKey
    id = object.id
  }
}

extension ShelfCursor: LosslessStringConvertible, Codable {
  /// The cursor as a string.
  public var description: String {
    switch key {
    case nil: "\(id)"
    case .null: "\(id)-"
    case .integer(let number): "\(id)i\(number)"
    case .number(let number): "\(id)n\(number.bitPattern)"
    case .text(let text): "\(id)t\(text)"
    }
  }

  /// Reads a cursor's string; nil for any other.
  public init?(_ text: String) {
    guard text.unicodeScalars.count >= 22,
      let id = ShelfId(String(String.UnicodeScalarView(text.unicodeScalars.prefix(22))))
    else { return nil }
    self.id = id
    let rest = String.UnicodeScalarView(text.unicodeScalars.dropFirst(23))
    switch text.unicodeScalars.dropFirst(22).first {
    case nil: key = nil
    case "-": key = .null
    case "i":
      guard let number = Int64(String(rest)) else { return nil }
      key = .integer(number)
    case "n":
      guard let bits = UInt64(String(rest)) else { return nil }
      key = .number(Double(bitPattern: bits))
    case "t": key = .text(String(rest))
    default: return nil
    }
  }

  /// Reads its text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let cursor = ShelfCursor(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "this is no ShelfCursor")
    }
    self = cursor
  }

  /// Writes its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

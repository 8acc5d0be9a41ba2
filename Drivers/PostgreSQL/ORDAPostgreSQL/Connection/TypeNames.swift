internal import ORDA

/// The types that a server has beside those that every server has, by their numbers.
struct TypeNames {
  private var kinds: [UInt32: ColumnKind] = [:]
  private var names: [UInt32: String] = [:]
  /// The name of a list's values in text form, which say nothing about their type.
  static let list = "array"
  private var numbers: [String: UInt32] = [list: 0]

  /// How cells of a type are read, as texts; one that is not known has a number for a name.
  func kind(of type: UInt32) -> ColumnKind { kinds[type] ?? .other("\(type)") }

  func isKnown(_ type: UInt32) -> Bool { kinds[type] != nil }

  /// The name of a type; nil for a type that isn't known.
  func name(of type: UInt32) -> String? {
    ServerType.name(of: type) ?? ArrayType.numbered(type)?.name ?? names[type]
  }

  /// The name of an array type, such as `integer[]`; nil for another type, and for a type that isn't known.
  func arrayName(of type: UInt32) -> String? {
    if let array = ArrayType.numbered(type) { return array.name }
    guard case .other(let name)? = kinds[type], name.hasSuffix("[]") else { return nil }
    return name
  }

  /// The number of a type; 0 if the server does not have it, nil if it was not asked for yet.
  func number(of name: String) -> UInt32? { ServerType.number(named: name) ?? numbers[name] }

  /// Notes the number of a type.
  mutating func note(_ number: UInt32, as name: String) { numbers[name] = number }

  /// Notes a type; the members of an enumeration are texts.
  mutating func note(_ type: UInt32, named name: String, sort: String?) {
    kinds[type] = sort == "e" ? .text : .other(name)
    names[type] = name
  }
}

extension PostgreSQLConnection {
  /// Asks for the types that are not known yet.
  func learnTypes(_ numbers: [UInt32]) throws(DatabaseError) {
    let unknown = Set(numbers).filter { !types.isKnown($0) }.sorted()
    if unknown.isEmpty { return }
    let rows = try texts(
      "SELECT oid, pg_catalog.format_type(oid, NULL), typtype FROM pg_catalog.pg_type WHERE oid = ANY($1::oid[])",
      [ArrayText.written(unknown.map { String($0) })])
    for row in rows where row.count == 3 {
      guard let number = row[0].flatMap({ UInt32($0) }), let name = row[1] else { continue }
      types.note(number, named: name, sort: row[2])
    }
  }

  /// The names of types, as they are written in a cast.
  func typeNames(_ numbers: [UInt32]) throws(DatabaseError) -> [UInt32: String] {
    if numbers.isEmpty { return [:] }
    let rows = try texts(
      "SELECT oid, pg_catalog.format_type(oid, NULL) FROM pg_catalog.pg_type WHERE oid = ANY($1::oid[]) AND typtype <> 'p'",
      [ArrayText.written(numbers.map { String($0) })])
    var names: [UInt32: String] = [:]
    for row in rows where row.count == 2 {
      if let number = row[0].flatMap({ UInt32($0) }), let name = row[1] { names[number] = name }
    }
    return names
  }
}

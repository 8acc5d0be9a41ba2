import ORDA

/// A foreign key between two generated tables.
struct ReferenceEnds {
  var key: ForeignKey
  var referring: Int
  var referred: Int
  var properties: [GeneratedTable.Property]
  var referredProperties: [GeneratedTable.Property]
  /// The order of the referring columns, and the table referred to: databases list keys in different orders.
  var order: [Int]

  /// The column's name for the row that it refers to: `author` for `author_id`; nil for keys of several columns, and for `id`.
  private var role: (name: String, isColumn: Bool)? {
    guard key.columns.count == 1 else { return nil }
    if let name = SwiftName.withoutID(key.columns[0]) { return name.isEmpty ? nil : (name, false) }
    return SwiftName.property(key.columns[0]).map { ($0, true) }
  }

  /// `artist` for `artist_id`, `reportsToEmployee` for `reports_to`.
  func suggestedName(to referred: GeneratedTable) -> String? {
    guard let role else { return referred.oneName }
    guard role.isColumn, !referred.isCalled(role.name) else { return role.name }
    return role.name + (SwiftName.type(SwiftName.singular(referred.description.name.name)) ?? "")
  }

  /// `albums` for `artist_id`, `employeesByReportsTo` for `reports_to`: another key between the two tables changes no name.
  func suggestedReverse(from referring: GeneratedTable, to referred: GeneratedTable) -> String? {
    let many = SwiftName.property(SwiftName.plural(referring.description.name.name))
    guard let role, !referred.isCalled(role.name) else { return many }
    return (many ?? "rows") + "By" + role.name.prefix(1).uppercased() + role.name.dropFirst()
  }
}

extension GeneratedTable {
  /// What one row is called.
  fileprivate var oneName: String? { SwiftName.property(SwiftName.singular(description.name.name)) }

  fileprivate func isCalled(_ role: String) -> Bool {
    role == oneName || role == SwiftName.property(description.name.name)
  }
}

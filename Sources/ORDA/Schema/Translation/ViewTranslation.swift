/// A view of one database as it is to be made in another.
///
/// Between two databases of one driver it is made from its own text, without the account that defined it. Otherwise its
/// query must be plain, so that it means the same in both: columns and tables by their names, constants, comparisons,
/// AND, OR, NOT, IN, BETWEEN, IS NULL, EXISTS, CASE, sums, differences and products, joins, groups, orders and limits,
/// and the functions COUNT, SUM, MIN, MAX, COALESCE, NULLIF and ABS.
public struct ViewTranslation: Sendable {
  /// The view's name.
  public let name: String
  /// The statement that makes it, as the other database writes it.
  public let statement: String

  /// Translates a view; nil if it is not known to mean the same.
  ///
  /// - Parameters:
  ///   - view: Its own database's description of it.
  ///   - schema: All tables and views of that database, whose names the query may contain.
  ///   - source: How the view's database writes SQL.
  ///   - target: How the other one does.
  public init?(
    _ view: TableDescription, in schema: DatabaseDescription, from source: DatabaseLanguage,
    to target: DatabaseLanguage
  ) {
    guard view.kind == .view, let text = view.sql else { return nil }
    name = view.name.name
    if source.driverName == target.driverName {
      statement = Self.withoutDefiner(text)
      return
    }
    var reader = PlainQueryReader(source: source.dialect, target: target.dialect, schema: schema)
    guard let query = reader.query(of: text) else { return nil }
    // The list names the columns: each database makes up different names for computed ones.
    let columns = view.columns.map { target.dialect.quoted(identifier: $0.name) }.joined(separator: ", ")
    guard !columns.isEmpty else { return nil }
    statement = "CREATE VIEW \(target.dialect.quoted(identifier: name)) (\(columns)) AS \(query)"
  }

  private static func withoutDefiner(_ text: String) -> String {
    let head = text.prefix { $0 != "\n" }
    guard let view = head.firstRange(of: " VIEW "),
      let definer = head[..<view.lowerBound].firstMatch(of: /DEFINER=(?:`[^`]*`|[^\s@]+)@(?:`[^`]*`|\S+)\s/)
    else { return text }
    return String(text[..<definer.range.lowerBound] + text[definer.range.upperBound...])
  }
}

import ORDA

/// The views that are copied along with all tables, those that others read first.
struct CopyViews {
  private(set) var translations: [ViewTranslation] = []
  /// Those that are dropped first.
  private var replaced: Set<String> = []
  /// Which views can't be copied, and why.
  private(set) var notes: [String] = []

  /// None.
  init() {}

  /// - Parameters:
  ///   - schema: The source's tables and views.
  ///   - source: How the source writes SQL.
  ///   - target: The database that they are for, whose names are looked at.
  ///   - replaces: Whether views that are there are dropped first.
  init(
    of schema: DatabaseDescription, from source: DatabaseLanguage, to target: any Governor, replaces: Bool
  ) throws {
    let views = schema.tables.filter { $0.kind == .view }
    let order = ViewOrder(
      Dictionary(views.map { ($0.name.name, $0.sql ?? "") }, uniquingKeysWith: { first, _ in first }), source.dialect)
    for name in order.names {
      guard let view = views.first(where: { $0.name.name == name }) else { continue }
      let found = try target.describe(TableName(name: name))
      if let found, !replaces || found.kind != .view {
        notes.append("\(name): the view is not copied: the target has a \(found.kind.rawValue) of that name")
      } else if let translation = ViewTranslation(view, in: schema, from: source, to: target.language) {
        translations.append(translation)
        if found != nil { replaced.insert(name) }
      } else {
        notes.append("\(name): the view is not copied: it is not known to mean the same")
      }
    }
  }

  /// What became of views.
  struct Made {
    var count = 0
    var notes: [String] = []
  }

  /// Makes the views; one that the target refuses is no failure of the copy.
  func make(on destination: any SQLExecutor) throws -> Made {
    var made = Made()
    for view in translations {
      let name: SQL = "\(identifier: view.name)"
      if replaced.contains(view.name) { try destination.execute("DROP VIEW \(name)") }
      do {
        try destination.execute(SQL(text: view.statement))
        // SQLite finds out when it is read.
        _ = try destination.query("SELECT * FROM \(name) LIMIT 0")
        made.count += 1
      } catch let error as DatabaseError
        where !DatabaseError.Kind.connectionLost.matches(error.kind) && error.kind != .cancelled
      {
        _ = try? destination.execute("DROP VIEW IF EXISTS \(name)")
        made.notes.append("\(view.name): the view is not copied: \(error.message)")
      }
    }
    return made
  }
}

import ORDA

/// The views to copy when all tables are copied, ordered so that views come after those they read.
struct CopyViews {
  private(set) var translations: [ViewTranslation] = []
  /// Those to drop first.
  private var replaced: Set<String> = []
  /// Which views can't be copied, and why.
  private(set) var notes: [String] = []

  /// None.
  init() {}

  /// - Parameters:
  ///   - schema: The source's tables and views.
  ///   - source: How the source writes SQL.
  ///   - target: The target, whose names are examined.
  ///   - replaces: Whether to drop existing views first.
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

  /// The outcome of copying views.
  struct Made {
    var count = 0
    var notes: [String] = []
  }

  /// Creates the views; one that the target refuses doesn't make the copy fail.
  func make(on destination: any SQLExecutor) throws -> Made {
    var made = Made()
    for view in translations {
      let name: SQL = "\(identifier: view.name)"
      if replaced.contains(view.name) { try destination.execute("DROP VIEW \(name)") }
      do {
        try destination.execute(SQL(text: view.statement))
        // SQLite notices only when the view is read.
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

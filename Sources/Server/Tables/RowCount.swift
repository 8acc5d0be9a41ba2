import ORDA

/// How many rows a table has, or about how many.
enum RowCount: Sendable {
  case exactly(Int64)
  /// What the database believes, where counting took too long.
  case about(Int64)
  case unknown

  var text: String {
    switch self {
    case .exactly(let number): Grouping.text(number)
    case .about(let number): "≈ \(Grouping.text(number))"
    case .unknown: "many"
    }
  }
}

/// Numbers as people read them: 1 234 567.
enum Grouping {
  static func text(_ number: Int64) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "−" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { text += "\u{202F}" }
      text.append(digit)
    }
    return text
  }

  /// A number of bytes: `12.5 MB`.
  static func bytes(_ number: Int64) -> String {
    var rest = Double(number)
    for unit in ["bytes", "kB", "MB", "GB"] {
      if rest < 1000 { return unit == "bytes" ? "\(number) bytes" : "\(Double(Int(rest * 10)) / 10) \(unit)" }
      rest /= 1000
    }
    return "\(Double(Int(rest * 10)) / 10) TB"
  }
}

extension ServedDatabase {
  /// How many rows each table has. All of it takes no longer than a second: what can't be counted in time is estimated.
  func counts(of tables: [TableShape]) async -> [String: RowCount] {
    let deadline = ContinuousClock.now + .seconds(1)
    var counts: [String: RowCount] = [:]
    let estimates = await estimates()
    for table in tables {
      let left = ContinuousClock.now.duration(to: deadline)
      let estimate = estimates[table.name.name].map { RowCount.about($0) } ?? .unknown
      // A view may be any query: counting it is left to who asks for it.
      guard table.description.kind != .view, left > .milliseconds(5) else {
        counts[table.name.name] = table.description.kind == .view ? .unknown : estimate
        continue
      }
      let select = TableSelect(table: table, request: TableRequest(), kind: kind, longest: 0)
      let counted = await count(select, within: min(left, .milliseconds(150)))
      counts[table.name.name] = counted.map { .exactly($0) } ?? estimate
    }
    return counts
  }

  /// How many rows the database believes that its tables have.
  private func estimates() async -> [String: Int64] {
    let sql: SQL
    switch kind {
    case .mariadb:
      sql =
        "SELECT table_name, table_rows FROM information_schema.tables WHERE table_schema = DATABASE() AND table_rows IS NOT NULL"
    case .postgresql:
      sql = """
        SELECT relname, CAST(reltuples AS bigint) FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace \
        WHERE n.nspname = current_schema() AND reltuples >= 0
        """
    case .sqlite:
      sql = "SELECT tbl, CAST(MAX(CAST(stat AS INTEGER)) AS INTEGER) FROM sqlite_stat1 GROUP BY tbl"
    case .other: return [:]
    }
    guard let rows = try? await governor.query(sql, .none, timeout: .seconds(1)).rows else { return [:] }
    var estimates: [String: Int64] = [:]
    for row in rows {
      if let name = try? row.get(0, as: String.self), let count = try? row.get(1, as: Int64.self) {
        estimates[name] = count
      }
    }
    return estimates
  }

  /// How many bytes the database takes; nil where it does not say.
  func size() async -> Int64? {
    let sql: SQL? =
      switch kind {
      case .sqlite: "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
      case .mariadb:
        "SELECT SUM(data_length + index_length) FROM information_schema.tables WHERE table_schema = DATABASE()"
      case .postgresql: "SELECT pg_database_size(current_database())"
      case .other: nil
      }
    guard let sql, let row = try? await governor.first(sql, .none, timeout: .seconds(1)) else { return nil }
    return (try? row.get(0, as: Int64.self)) ?? (try? row.get(0, as: Double.self)).map { Int64($0) }
  }
}

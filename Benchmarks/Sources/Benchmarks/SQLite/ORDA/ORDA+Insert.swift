import ORDA

extension ORDASide {
  /// `executeMany` with a borrowed binder.
  static func insertIntegersBatch(_ data: SQLiteData) throws -> Side {
    let path = try data.emptyDatabase("orda-integers")
    let statement = try open(path).prepare(SQL(text: SQLText.insertIntegers))
    let rows = data.swiftIntegers
    return Side(
      before: { try data.clear(path) },
      run: {
        try statement.executeMany(rows) { row, parameters in
          try parameters.bind(row.a, row.b, row.c, row.d, row.e, row.f, row.g, row.h, row.i, row.j)
        }
      },
      checksum: { _ in try data.checksumOfIntegers(path) })
  }

  /// `execute` with the values as arguments.
  static func insertIntegersArguments(_ data: SQLiteData) throws -> Side {
    let path = try data.emptyDatabase("orda-integers")
    let governor = try open(path)
    let rows = data.swiftIntegers
    return Side(
      before: { try data.clear(path) },
      run: {
        try governor.transaction { transaction in
          let statement = try transaction.prepare(SQL(text: SQLText.insertIntegers))
          for row in rows {
            try statement.execute(row.a, row.b, row.c, row.d, row.e, row.f, row.g, row.h, row.i, row.j)
          }
        }
      },
      checksum: { try data.checksumOfIntegers(path) })
  }

  static func insertTextsBatch(_ data: SQLiteData) throws -> Side {
    let path = try data.emptyDatabase("orda-texts")
    let statement = try open(path).prepare(SQL(text: SQLText.insertTexts))
    let rows = data.swiftTexts
    return Side(
      before: { try data.clear(path) },
      run: {
        try statement.executeMany(rows) { row, parameters in
          try parameters.bind(row.a, row.b, row.c, row.d, row.e)
        }
      },
      checksum: { _ in try data.checksumOfTexts(path) })
  }

  static func insertTextsArguments(_ data: SQLiteData) throws -> Side {
    let path = try data.emptyDatabase("orda-texts")
    let governor = try open(path)
    let rows = data.swiftTexts
    return Side(
      before: { try data.clear(path) },
      run: {
        try governor.transaction { transaction in
          let statement = try transaction.prepare(SQL(text: SQLText.insertTexts))
          for row in rows { try statement.execute(row.a, row.b, row.c, row.d, row.e) }
        }
      },
      checksum: { try data.checksumOfTexts(path) })
  }

  static func insertCodable(_ data: SQLiteData) throws -> Side {
    let path = try data.emptyDatabase("orda-codable")
    let statement = try open(path).prepare(
      "INSERT INTO integers (a, b, c, d, e, f, g, h, i, j) VALUES (:a, :b, :c, :d, :e, :f, :g, :h, :i, :j)")
    let rows = data.swiftCodableIntegers
    return Side(
      before: { try data.clear(path) },
      run: { try statement.executeMany(rows) },
      checksum: { _ in try data.checksumOfIntegers(path) })
  }
}

import ORDA

extension ConformanceSuite {
  /// One case for each portable type of column.
  static let schemaTypeCases: [ConformanceCase] = [
    typeCase("boolean", .boolean), typeCase("integer8", .integer(bits: 8, isUnsigned: false)),
    typeCase("integer16", .integer(bits: 16, isUnsigned: false)),
    typeCase("integer24", .integer(bits: 24, isUnsigned: false)),
    typeCase("integer32", .integer(bits: 32, isUnsigned: false)), typeCase("integer64", .int),
    typeCase("unsigned", .integer(bits: 32, isUnsigned: true)), typeCase("float", .float), typeCase("double", .double),
    typeCase("decimal", .decimal(precision: 12, scale: 3)), typeCase("decimalWide", .decimal(precision: 30, scale: 10)),
    typeCase("textBounded", .text(maximum: 80)), typeCase("text", .text), typeCase("bytesBounded", .bytes(maximum: 16)),
    typeCase("bytes", .bytes), typeCase("date", .date), typeCase("time", .time), typeCase("timestamp", .timestamp),
    typeCase("instant", .instant), typeCase("uuid", .uuid), typeCase("json", .json),
  ]

  /// The description shows the type, or one that holds the same values; and that makes the same column again.
  private static func typeCase(_ name: String, _ type: ColumnType) -> ConformanceCase {
    ConformanceCase(
      "schema.type.\(name)", "A column of the type \(name) is described as one, and can be made again as it is."
    ) {
      run in
      let dialect = run.db.schemaDialect
      let table = try run.table(.column("x", type))
      let described = try run.require(run.db.describe(table.name).column(named: "x"), "the column")
      run.expect(!described.declaredType.isEmpty, "the declared type is empty")
      let told = dialect.type(of: described)
      run.expect(holds(told, type), "expected \(type), found \(told), declared as \(described.declaredType)")
      let again = try run.table(.column("x", told))
      let same = try run.require(run.db.describe(again.name).column(named: "x"), "the column that was made again")
      run.expect(dialect.type(of: same), equals: told, "the column that was made again")
    }
  }

  /// True if a column of one type holds all values of the other: a database may lack integers so narrow, and keep JSON
  /// as text.
  private static func holds(_ told: ColumnType, _ wanted: ColumnType) -> Bool {
    switch (told, wanted) {
    case (.integer(let told, let isUnsigned), .integer(let wanted, let wasUnsigned)):
      told >= wanted && (isUnsigned == wasUnsigned || (wasUnsigned && told > wanted))
    case (.text(maximum: nil), .json): true
    default: told == wanted
    }
  }
}

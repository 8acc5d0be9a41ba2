/// The findings in sources.
public struct SourceFindings: Sendable {
  /// The pieces of SQL, in the order of the sources.
  public internal(set) var statements: [FoundStatement] = []
  /// Places that may be SQL and can't be judged.
  public internal(set) var unjudged: [UnjudgedPlace] = []
  /// The types declared there.
  public internal(set) var types = TypeCatalog()
  /// The functions that the program adds to SQL, in small letters; `*` stands for one whose name is not written there.
  public internal(set) var functions: Set<String> = []
  /// The tables that the program makes with a `TableDefinition`, in small letters.
  public internal(set) var tables: Set<String> = []
  /// How many sources were read.
  public internal(set) var sourceCount = 0

  /// No findings.
  public init() {}

  mutating func add(_ other: SourceFindings) {
    statements += other.statements
    unjudged += other.unjudged
    functions.formUnion(other.functions)
    tables.formUnion(other.tables)
    sourceCount += other.sourceCount
  }
}

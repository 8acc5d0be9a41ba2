/// The only error that ORDA throws: what went wrong in words that apply to every database, and what the database said.
///
/// Match on the portable ``kind``, which is hierarchical, and works on `any Error`:
///
/// ```swift
/// do { try insert.execute("Jazz") }
/// catch .constraint(.unique) { ... }       // this kind, and those nested in it
/// catch .constraint { ... }                // any constraint
/// ```
///
/// Bound values are left out of every description, since they may be secrets; ``parameters`` has them only if the
/// governor was opened with the option `errors-carry-parameters`.
public struct DatabaseError: Error, Sendable {
  /// A reference, so that throwing one costs a pointer and the success path nothing.
  private var storage: Storage

  private final class Storage: @unchecked Sendable {
    // Proof: written only while uniquely referenced (`mutate`), and everything in it is Sendable.
    var kind: Kind
    var message: String
    var sqlState: String?
    var vendorCode: Int?
    var sql: String?
    var table: String?
    var column: String?
    var constraint: String?
    var batchIndex: Int?
    var boundValues: (any Sendable)?
    var resultCode: ResultCode?
    var retryable: Bool?
    var foundRow: (any Sendable)?
    var underlying: DatabaseError?
    var isRestated = false
    var limit: Duration?

    init(kind: Kind, message: String) {
      self.kind = kind
      self.message = message
    }

    func copy() -> Storage {
      let copy = Storage(kind: kind, message: message)
      copy.sqlState = sqlState
      copy.vendorCode = vendorCode
      copy.sql = sql
      copy.table = table
      copy.column = column
      copy.constraint = constraint
      copy.batchIndex = batchIndex
      copy.boundValues = boundValues
      copy.resultCode = resultCode
      copy.retryable = retryable
      copy.foundRow = foundRow
      copy.underlying = underlying
      copy.isRestated = isRestated
      copy.limit = limit
      return copy
    }
  }

  /// An error of a kind, with a message that says what happened and, if possible, what to do.
  public init(
    _ kind: Kind, _ message: String, sqlState: String? = nil, vendorCode: Int? = nil, sql: String? = nil,
    table: String? = nil, column: String? = nil, constraint: String? = nil
  ) {
    storage = Storage(kind: kind, message: message)
    storage.sqlState = sqlState
    storage.vendorCode = vendorCode
    storage.sql = sql
    storage.table = table
    storage.column = column
    storage.constraint = constraint
  }

  /// Turns the error of a stopped statement into that of its time limit.
  public mutating func becomeTimeout(of limit: Duration) { become(.timeout(of: limit)) }

  /// The error for the call of a cancelled task.
  static var taskCancelled: DatabaseError { DatabaseError(.cancelled, "the task was cancelled") }

  /// The error for what took longer than its limit.
  static func timeout(of limit: Duration) -> DatabaseError {
    let error = DatabaseError(.timeout, "the statement took longer than its limit of \(limit)")
    error.storage.limit = limit
    return error
  }

  /// Takes over another's kind and words; the text and other facts about the statement stay.
  mutating func become(_ other: DatabaseError) {
    mutate {
      $0.kind = other.kind
      $0.message = other.message
      $0.limit = other.limit
    }
  }

  private mutating func mutate(_ change: (Storage) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    change(storage)
  }

  /// What went wrong, in words that apply to every database.
  public var kind: Kind {
    get { storage.kind }
    set { mutate { $0.kind = newValue } }
  }
  /// What happened and what to do about it; never contains bound values or passwords.
  public var message: String {
    get { storage.message }
    set { mutate { $0.message = newValue } }
  }
  /// The five-character SQLSTATE, if the database gives one.
  public var sqlState: String? {
    get { storage.sqlState }
    set { mutate { $0.sqlState = newValue } }
  }
  /// The database's own number: SQLite's extended result code, MariaDB's errno.
  public var vendorCode: Int? {
    get { storage.vendorCode }
    set { mutate { $0.vendorCode = newValue } }
  }
  /// The text of the statement that the database got.
  public var sql: String? {
    get { storage.sql }
    set { mutate { $0.sql = newValue } }
  }
  /// The table concerned, if the database says.
  public var table: String? {
    get { storage.table }
    set { mutate { $0.table = newValue } }
  }
  /// The column concerned, if the database says; several are joined by a comma and a space.
  public var column: String? {
    get { storage.column }
    set { mutate { $0.column = newValue } }
  }
  /// The name of the constraint or index, if the database says.
  public var constraint: String? {
    get { storage.constraint }
    set { mutate { $0.constraint = newValue } }
  }
  /// Which element of a batch failed, from 0; nil outside of batches.
  public var batchIndex: Int? {
    get { storage.batchIndex }
    set { mutate { $0.batchIndex = newValue } }
  }
  /// The bound values: ``parameters``, whose type is not known here.
  var boundValues: (any Sendable)? {
    get { storage.boundValues }
    set { mutate { $0.boundValues = newValue } }
  }
  /// The contents of the row: ``found``, whose type is not known here.
  var foundRow: (any Sendable)? {
    get { storage.foundRow }
    set { mutate { $0.foundRow = newValue } }
  }
  /// The original ORDA's numeric code for this error.
  public var code: ResultCode {
    get { storage.resultCode ?? kind.resultCode }
    set { mutate { $0.resultCode = newValue } }
  }
  /// The underlying error, if this one explains it: why a connection was given up, or what the driver said.
  public var underlying: DatabaseError? {
    get { storage.underlying }
    set { mutate { $0.underlying = newValue } }
  }
  /// The limit that passed, if it comes from ``timeout(of:)``.
  var limit: Duration? { storage.limit }
  /// True once the core has explained the driver's error.
  var isRestated: Bool {
    get { storage.isRestated }
    set { mutate { $0.isRestated = newValue } }
  }
  /// True if trying again later may succeed with nothing else changed: the database was busy, gone or overloaded, or
  /// can't be reached just now. A service answers such a request with 503, and with 500 if it is false: a missing
  /// database, a wrong account.
  public var isTransient: Bool {
    kind != .commitUnknown && Kind.transient.contains { $0.matches(kind) }
  }
  /// True if the statement certainly had no effect and the whole transaction may be repeated at once.
  public var isRetryable: Bool {
    get { storage.retryable ?? Kind.retryable.contains { $0.matches(kind) } }
    set { mutate { $0.retryable = newValue } }
  }
}

extension DatabaseError {
  /// The same, with the statement that could not be run, unless it already names one.
  func naming(_ statement: String?) -> DatabaseError {
    guard sql == nil, let statement else { return self }
    var error = self
    error.sql = statement
    return error
  }
}

extension DatabaseError: CustomStringConvertible {
  /// `constraint.unique: UNIQUE constraint failed: genre.name (table genre, column name; SQLite 2067) in: INSERT …`
  public var description: String {
    var details: [String] = []
    if let table { details.append("table \(table)") }
    if let column { details.append("column \(column)") }
    if let constraint { details.append("constraint \(constraint)") }
    if let batchIndex { details.append("element \(batchIndex) of the batch") }
    if let sqlState { details.append("SQLSTATE \(sqlState)") }
    if let vendorCode { details.append("code \(vendorCode)") }
    var text = "\(kind): \(message)"
    if !details.isEmpty { text += " (\(details.joined(separator: ", ")))" }
    if let sql { text += " in: \(sql)" }
    if let boundValues { text += " with: \(boundValues)" }
    return text
  }
}

extension DatabaseError: DatabaseResult {
  /// Always true.
  public var isError: Bool { true }
}

/// Lets `catch .constraint(.unique)` match any error that is a ``DatabaseError`` of that kind or one nested in it.
public func ~= (pattern: DatabaseError.Kind, error: any Error) -> Bool {
  guard let error = error as? DatabaseError else { return false }
  return pattern.matches(error.kind)
}

/// A statement in the original ORDA's manner: values are bound one by one and stay, and you ask for the result.
///
/// ```swift
/// let call = try db.prepare("INSERT INTO genre (name) VALUES (?)").call()
/// try call.bind("Jazz", toIndex: 1)                 // counted from 1
/// try call.result.lastID                            // runs the statement
/// try call.result.changed                           // the same result: nothing runs
/// call.reset()                                      // the next result runs it again, with the same values
/// ```
///
/// A parameter that is not bound is NULL. A call belongs to one thread at a time; its statement may be used by any
/// number of them, and makes any number of calls.
public final class Call {
  /// The statement that is called.
  public let statement: any Statement
  private let names: [String?]
  private var values: [(any ValueConvertible)?]
  private var outcome: Result<CallResult, any Error>?

  init(_ statement: any Statement) {
    self.statement = statement
    names = statement.parameterNames
    values = Array(repeating: nil, count: names.count)
  }

  /// How many parameters the statement has.
  public var parameterCount: Int { names.count }

  /// Binds a value, or NULL for nil, to a parameter by its number, from 1. An existing result stays.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` and code ``ResultCode/badBindIndex`` for a number that no parameter has.
  public func bind(_ value: (any ValueConvertible)?, toIndex index: Int) throws {
    guard index >= 1, index <= values.count else {
      throw refusal(
        values.isEmpty
          ? "parameter \(index) of a statement that has none"
          : "parameter \(index) of a statement that has \(values.count), counted from 1")
    }
    values[index - 1] = value
  }

  /// Binds a value, or NULL for nil, to a parameter by its name, written with or without its `:`, `@` or `$`. An
  /// existing result stays.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` and code ``ResultCode/badBindIndex`` for a name that no parameter has.
  public func bind(_ value: (any ValueConvertible)?, toName name: String) throws {
    let plain =
      name.utf8.first.map { ":@$".utf8.contains($0) } ?? false ? String(name.unicodeScalars.dropFirst()) : name
    guard let index = names.firstIndex(where: { $0?.hasSameBytes(as: plain) ?? false }) else {
      let hint = nearestName(to: plain, among: names.compactMap { $0 }).map { "; did you mean \":\($0)\"?" } ?? ""
      throw refusal("unknown parameter \":\(plain)\"\(hint)")
    }
    values[index] = value
  }

  /// Makes all parameters NULL. An existing result stays.
  public func clearBindings() { values = Array(repeating: nil, count: names.count) }

  /// The result: the first time, or after a ``reset()``, the statement runs; later it is the same object.
  ///
  /// - Throws: What the statement throws; like a result, the error stays until the ``reset()``.
  public var result: CallResult {
    get throws {
      if let outcome { return try outcome.get() }
      let made = Result { CallResult(try statement.execute(Parameters(values: values))) }
      outcome = made
      return try made.get()
    }
  }

  /// Releases the result, so that the next one runs the statement again. The bound values stay.
  public func reset() { outcome = nil }

  private func refusal(_ message: String) -> DatabaseError {
    var error = DatabaseError(.misuse, message, sql: statement.sql)
    error.code = .badBindIndex
    return error
  }
}

@available(*, unavailable, message: "a call belongs to one thread at a time; make one of the statement on each")
extension Call: Sendable {}

extension Statement {
  /// A call in the original ORDA's manner, with nothing bound yet.
  public func call() -> Call { Call(self) }
}

/// The result of a closure, for a function that runs it without a result.
///
/// Generic only over the result, not over the governor, whose type is not known when it is called on `any Governor`: so
/// it is compiled for the result's type. Asking for the type of an optional takes longer than leasing a connection.
@usableFromInline
enum ClosureResult {
  @inlinable
  static func of<R>(_ run: ((R) -> Void) throws -> Void) throws -> R {
    var result: R?
    try run { result = $0 }
    guard let result else { throw notRun }
    return result
  }

  @usableFromInline
  static var notRun: DatabaseError { DatabaseError(.misuse, "the governor did not run the closure") }
}

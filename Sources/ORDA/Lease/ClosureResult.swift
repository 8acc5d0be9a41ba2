/// What a closure gives that a function without a result runs.
///
/// Generic by the result alone, and not by the governor, whose type is not known where it is called on `any Governor`: so
/// it is compiled for the result's type. To ask for the type of an optional takes longer than to lease a connection.
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

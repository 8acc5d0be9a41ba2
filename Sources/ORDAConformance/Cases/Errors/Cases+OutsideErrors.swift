import ORDA

extension ConformanceSuite {
  /// Errors that come from outside of any statement, such as a full disk. The profile must say how to provoke them.
  static let outsideErrorCases: [ConformanceCase] = [
    DatabaseError.Kind.permission, .full, .io, .outOfMemory, .serialization, .protocolViolation,
    .constraint(.dataType), .constraint(.trigger),
  ].map { kind in
    ConformanceCase(
      "errors.\(kind.name).kind", "An error of kind \(kind.name) is told as one, and what comes after it works."
    ) { run in
      guard let provocation = run.profile.provocations[kind] else {
        throw NotSupported("the profile provokes no \(kind.name)")
      }
      let table = try run.numbers(2)
      let db = try run.alone(provocation.options)
      let error = run.expect(throws: kind) { try provocation.provoke(db) }
      run.expect(error?.message.isEmpty, equals: false, "it has no message")
      try run.expect(run.contents(of: table), equals: [1, 2])
    }
  }
}

import ORDA

/// Why a question gets no proper answer, in words for whoever asked.
struct Problem: Error, Sendable {
  var status: Status
  /// For programs, such as `noSuchTable`.
  var kind: String
  var message: String

  init(_ status: Status, _ message: String, kind: String? = nil) {
    self.status = status
    self.kind = kind ?? "\(status)"
    self.message = message
  }

  /// The problem for programs: `{"error":{"kind":"…","message":"…"}}`.
  var json: JSONText {
    var json = JSONText()
    json.object(["error": { json in json.object(["kind": { $0.text(kind) }, "message": { $0.text(message) }]) }])
    return json
  }

  static func missing(_ what: String) -> Problem { Problem(.notFound, what) }

  /// What a database reports. Its own text of the statement stays here: it may be long, and whoever asked knows it.
  init(_ error: DatabaseError) {
    kind = error.kind.name
    message = error.message
    status = Self.statuses.first { $0.kinds.contains { $0.matches(error.kind) } }?.status ?? .failed
  }

  /// The first that fits. A kind stands for its parts, too: a constraint's for a unique one's.
  private static let statuses: [(status: Status, kinds: [DatabaseError.Kind])] = [
    (.unprocessable, [.constraint(.dataType)]), (.notFound, [.noSuchTable, .noSuchRow]),
    (.conflict, [.changedMeanwhile, .constraint, .deadlock, .serialization]),
    (.forbidden, [.permission, .readOnly]), (.stopped, [.timeout, .cancelled]),
    (.unavailable, [.busy, .connectionLost, .cannotOpen]),
    (
      .unprocessable,
      [.syntax, .noSuchColumn, .typeMismatch, .outOfRange, .dataTooLong, .misuse, .unsupported, .alreadyExists]
    ),
  ]

  /// Whatever was thrown.
  init(describing error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as DatabaseError: self.init(error)
    case is CancellationError: self.init(.stopped, "The work was cancelled.", kind: "cancelled")
    default: self.init(.failed, "\(error)")
    }
  }
}

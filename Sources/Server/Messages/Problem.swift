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

  static func missing(_ what: String) -> Problem { Problem(.notFound, what) }

  /// What a database reports. Its own text of the statement stays here: it may be long, and whoever asked knows it.
  init(_ error: DatabaseError) {
    kind = error.kind.name
    message = error.message
    status =
      switch error.kind {
      case .noSuchTable, .noSuchRow: .notFound
      case .changedMeanwhile, .constraint, .deadlock, .serialization: .conflict
      case .permission, .readOnly: .forbidden
      case .timeout, .cancelled: .stopped
      case .busy, .connectionLost, .cannotOpen: .unavailable
      case .syntax, .noSuchColumn, .typeMismatch, .outOfRange, .dataTooLong, .misuse, .unsupported, .alreadyExists:
        .unprocessable
      default: .failed
      }
  }

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

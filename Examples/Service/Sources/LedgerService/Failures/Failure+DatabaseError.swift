import Hummingbird
import ORDA

/// What a request is answered when the database could not do its work.
extension Failure {
  init(_ error: DatabaseError) {
    switch error {
    case .commitUnknown:
      self.init(
        status: .badGateway, code: "outcomeUnknown",
        message:
          "the database was lost while it worked, and nobody knows whether it was done; look before you repeat it")
    case .timeout:
      self.init(
        status: .gatewayTimeout, code: "tooSlow",
        message: "the database took too long, and nothing was done; try again later")
    // A server that is read-only is on its way to being another's replica, or a primary again.
    case _ where error.isTransient, .cancelled, .readOnly:
      self = .unavailable
    default:
      self.init(
        status: .internalServerError, code: "internal", message: "this is a fault of the service; its log says more")
    }
  }

  static let unavailable = Failure(
    status: .serviceUnavailable, code: "unavailable",
    message: "the database can't be reached just now, and nothing was done; try again in a second",
    headers: [.retryAfter: "1"])
}

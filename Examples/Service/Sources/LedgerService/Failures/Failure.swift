import Foundation
import Hummingbird

/// An answer that tells what went wrong, and what to do.
struct Failure: HTTPResponseError {
  var status: HTTPResponse.Status
  /// For programs.
  var code: String
  /// For people.
  var message: String
  var headers = HTTPFields()

  struct Body: Codable {
    var code: String
    var message: String
  }

  func response(from request: Request, context: some RequestContext) throws -> Response {
    var response = try context.responseEncoder.encode(
      Body(code: code, message: message), from: request, context: context)
    response.status = status
    for header in headers { response.headers[header.name] = header.value }
    return response
  }
}

/// What the ledger refuses.
extension Failure {
  static func badRequest(_ message: String) -> Failure {
    Failure(status: .badRequest, code: "badRequest", message: message)
  }

  static func noAccount(_ id: Int64) -> Failure {
    Failure(status: .notFound, code: "noAccount", message: "there is no account \(id)")
  }

  static func noTransfer(_ id: UUID) -> Failure {
    Failure(status: .notFound, code: "noTransfer", message: "there is no transfer \(id)")
  }

  static func nameTaken(_ name: String) -> Failure {
    Failure(status: .conflict, code: "nameTaken", message: "another account is called \(name); choose another name")
  }

  static func idTaken(_ id: UUID) -> Failure {
    Failure(
      status: .conflict, code: "idTaken", message: "\(id) is another transfer; give each of them an id of its own")
  }

  static let balanceOutOfRange = Failure(
    status: .conflict, code: "balanceOutOfRange",
    message: "an account would have less than nothing, or more than it can hold; nothing was moved")

  static func changedMeanwhile(_ account: Account) -> Failure {
    Failure(
      status: .preconditionFailed, code: "changedMeanwhile",
      message: "the account was changed since you read it; read it again, and send its new ETag",
      headers: [.eTag: account.tag])
  }
}

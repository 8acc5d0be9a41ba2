import Hummingbird
import NIOCore
import ORDA

/// Makes an answer of every error, in one place.
struct FailureMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: LedgerContext, next: (Request, LedgerContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as DatabaseError {
      let failure = Failure(error)
      context.logger.warning("\(request.method) \(request.uri.path): \(failure.status.code), \(error)")
      return try failure.response(from: request, context: context)
    } catch is NIOTooManyBytesError {
      let message = "a request has \(context.maxUploadSize) bytes at most"
      return try Failure(status: .contentTooLarge, code: "tooLarge", message: message)
        .response(from: request, context: context)
    } catch let error as HTTPError {
      let message = error.body ?? "there is nothing at \(request.uri.path) that answers \(request.method)"
      return try Failure(status: error.status, code: "badRequest", message: message)
        .response(from: request, context: context)
    }
  }
}

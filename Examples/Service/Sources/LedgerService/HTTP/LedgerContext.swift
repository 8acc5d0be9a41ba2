import Foundation
import Hummingbird

/// What belongs to one request.
struct LedgerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The largest body that is read, in bytes.
  let maxUploadSize = 16_384

  var responseEncoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
}

/// Everything that the service answers.
func router(for ledger: Ledger) -> Router<LedgerContext> {
  let router = Router(context: LedgerContext.self)
  router.add(middleware: FailureMiddleware())
  AccountRoutes(ledger: ledger).add(to: router)
  TransferRoutes(ledger: ledger).add(to: router)
  HealthRoutes(ledger: ledger).add(to: router)
  return router
}

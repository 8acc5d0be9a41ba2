import Hummingbird

/// `/health`, which asks no database, and `/health/ready`, which does.
struct HealthRoutes {
  let ledger: Ledger

  func add(to router: Router<LedgerContext>) {
    router.get("/health") { _, _ in Health(ledger.db.statistics) }
    router.get("/health/ready") { _, context in
      do {
        try await ledger.db.ping(within: .seconds(1))
        return HTTPResponse.Status.ok
      } catch {
        context.logger.warning("not ready: \(error)")
        throw Failure.unavailable
      }
    }
  }
}

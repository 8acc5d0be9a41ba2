import Foundation
import Hummingbird

/// `/transfers`.
struct TransferRoutes {
  let ledger: Ledger

  func add(to router: Router<LedgerContext>) {
    router.post("/transfers") { request, context in
      let transfer = try await request.content(as: Transfer.self, context)
      try check(cents: transfer.cents, from: 1)
      guard transfer.source != transfer.target else {
        throw Failure.badRequest("source and target are two accounts")
      }
      let isNew = try await ledger.make(transfer)
      return EditedResponse(
        status: isNew ? .created : .ok, headers: [.location: "/transfers/\(transfer.id)"], response: transfer)
    }
    router.get("/transfers/:id") { _, context in
      guard let id = context.parameters.get("id").flatMap(UUID.init(uuidString:)) else {
        throw Failure.badRequest("the id of a transfer is a UUID")
      }
      return try await ledger.transfer(id)
    }
  }
}

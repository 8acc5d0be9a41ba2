import Foundation
import ORDA

extension Ledger {
  /// Moves money from one account to another, once for each id.
  ///
  /// - Returns: True if it was done now, and false if it was done before.
  /// - Throws: ``Failure`` where an account is missing, has too little, or the id is that of another transfer.
  func make(_ transfer: Transfer) async throws -> Bool {
    do {
      return try await db.transaction(retrying: 5, deadline: limit) { _ in
        if let earlier = try findTransfer.first(Transfer.self, transfer.id) {
          return try isRepeated(transfer, earlier)
        }
        for (account, change) in [(transfer.source, -transfer.cents), (transfer.target, transfer.cents)] {
          guard try changeBalance.execute(change, account).changed == 1 else { throw Failure.noAccount(account) }
        }
        try insertTransfer.execute(transfer.id, transfer.source, transfer.target, transfer.cents)
        return true
      }
    } catch .constraint(.unique) {
      // The same request was here twice, and the other one was first.
      return try isRepeated(transfer, try await self.transfer(transfer.id))
    } catch .constraint(.check) {
      // Too little is left, unless the same request was here twice and it was the other one that took it.
      guard let earlier = try await findTransfer.first(Transfer.self, transfer.id, timeout: limit) else {
        throw Failure.balanceOutOfRange
      }
      return try isRepeated(transfer, earlier)
    }
  }

  /// - Throws: ``Failure`` where there is none.
  func transfer(_ id: UUID) async throws -> Transfer {
    guard let transfer = try await findTransfer.first(Transfer.self, id, timeout: limit) else {
      throw Failure.noTransfer(id)
    }
    return transfer
  }

  private func isRepeated(_ transfer: Transfer, _ earlier: Transfer) throws -> Bool {
    guard earlier == transfer else { throw Failure.idTaken(transfer.id) }
    return false
  }
}

import Logging
import ORDA

/// Accounts, and transfers between them: what the service keeps of its database for as long as it lives.
struct Ledger: Sendable {
  let db: any Governor
  /// How long a request may keep the database busy.
  let limit: Duration

  let insertAccount: any Statement
  let findAccount: any Statement
  let listAccounts: any Statement
  let renameAccount: any Statement
  let changeBalance: any Statement
  let insertTransfer: any Statement
  let findTransfer: any Statement

  init(_ settings: Settings, logger: Logger) async throws {
    db = try await ORDA.open(
      settings.url, configuration: GovernorConfiguration(logger: logger), waitingUpTo: settings.patience)
    limit = settings.requestLimit
    try await db.migrate(Schema.steps)

    insertAccount = try await db.prepare("INSERT INTO account (name, cents) VALUES (?, ?)")
    findAccount = try await db.prepare("SELECT id, name, cents, version FROM account WHERE id = ?")
    listAccounts = try await db.prepare(
      "SELECT id, name, cents, version FROM account WHERE id > ? ORDER BY id LIMIT ?")
    renameAccount = try await db.prepare(
      "UPDATE account SET name = ?, version = version + 1 WHERE id = ? AND version = ?")
    changeBalance = try await db.prepare(
      "UPDATE account SET cents = cents + ?, version = version + 1 WHERE id = ?")
    insertTransfer = try await db.prepare("INSERT INTO transfer (id, source, target, cents) VALUES (?, ?, ?, ?)")
    findTransfer = try await db.prepare("SELECT id, source, target, cents FROM transfer WHERE id = ?")
  }
}

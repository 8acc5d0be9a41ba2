import ORDA

extension Ledger {
  /// Makes an account.
  ///
  /// - Throws: ``Failure`` where another has the name.
  func open(_ new: NewAccount) async throws -> Account {
    do {
      guard let id = try await insertAccount.execute(new.name, new.cents, timeout: limit).lastID else {
        throw DatabaseError(.protocolViolation, "the database did not tell the key of a new account")
      }
      return Account(id: id, name: new.name, cents: new.cents, version: 1)
    } catch .constraint(.unique) {
      throw Failure.nameTaken(new.name)
    }
  }

  /// - Throws: ``Failure`` where there is none.
  func account(_ id: Int64) async throws -> Account {
    guard let account = try await findAccount.first(Account.self, id, timeout: limit) else {
      throw Failure.noAccount(id)
    }
    return account
  }

  /// The accounts after an id, which need not exist.
  func page(after id: Int64, limit count: Int) async throws -> Page {
    // One more tells whether there is a next page.
    var accounts = try await listAccounts.query(Account.self, id, count + 1, timeout: limit)
    let isLast = accounts.count <= count
    accounts = Array(accounts.prefix(count))
    return Page(accounts: accounts, next: isLast ? nil : accounts.last?.id)
  }

  /// Gives an account another name, if it still has the version that the client has seen.
  ///
  /// - Throws: ``Failure`` where there is none, somebody has changed it, or another has the name.
  func rename(_ id: Int64, to name: String, ifVersion version: Int) async throws -> Account {
    do {
      return try await db.transaction(retrying: 3, deadline: limit) { _ in
        let renamed = try renameAccount.execute(name, id, version).changed == 1
        guard let account = try findAccount.first(Account.self, id) else { throw Failure.noAccount(id) }
        guard renamed else { throw Failure.changedMeanwhile(account) }
        return account
      }
    } catch .constraint(.unique) {
      throw Failure.nameTaken(name)
    }
  }
}

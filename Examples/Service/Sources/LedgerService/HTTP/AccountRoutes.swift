import Hummingbird

/// `/accounts`.
struct AccountRoutes {
  let ledger: Ledger

  func add(to router: Router<LedgerContext>) {
    router.post("/accounts") { request, context in
      let new = try await request.content(as: NewAccount.self, context)
      try check(name: new.name)
      try check(cents: new.cents, from: 0)
      let account = try await ledger.open(new)
      return EditedResponse(
        status: .created, headers: [.location: "/accounts/\(account.id)", .eTag: account.tag], response: account)
    }
    router.get("/accounts") { request, _ in
      let last = try request.number("after", in: 0...Int64.max) ?? 0
      let count = try request.number("limit", in: 1...100) ?? 20
      return try await ledger.page(after: last, limit: Int(count))
    }
    router.get("/accounts/:id") { _, context in
      let account = try await ledger.account(context.accountID)
      return EditedResponse(headers: [.eTag: account.tag], response: account)
    }
    router.put("/accounts/:id") { request, context in
      let id = try context.accountID
      let version = try request.expectedVersion
      let new = try await request.content(as: NewName.self, context)
      try check(name: new.name)
      let account = try await ledger.rename(id, to: new.name, ifVersion: version)
      return EditedResponse(headers: [.eTag: account.tag], response: account)
    }
  }
}

extension Account {
  /// Its version, for the headers ETag and If-Match.
  var tag: String { "\"\(version)\"" }
}

extension Request {
  /// The version that the client has seen.
  fileprivate var expectedVersion: Int {
    get throws {
      guard let tag = headers[.ifMatch] else {
        throw Failure(
          status: .preconditionRequired, code: "versionMissing",
          message: "read the account first, and send its ETag as If-Match")
      }
      guard tag.hasPrefix("\""), tag.hasSuffix("\""), let version = Int(tag.dropFirst().dropLast()) else {
        throw Failure.badRequest("If-Match is the ETag of an account, such as \"1\"")
      }
      return version
    }
  }
}

extension LedgerContext {
  fileprivate var accountID: Int64 {
    get throws {
      guard let id = parameters.get("id", as: Int64.self) else {
        throw Failure.badRequest("the id of an account is a whole number")
      }
      return id
    }
  }
}

import Hummingbird

/// An account, as it is stored and as it is answered.
struct Account: ResponseCodable, Sendable, Equatable {
  var id: Int64
  var name: String
  var cents: Int64
  /// Counts the changes of the row.
  var version: Int
}

/// What a new account is made of.
struct NewAccount: Decodable, Sendable {
  var name: String
  var cents: Int64
}

/// A new name for an account.
struct NewName: Decodable, Sendable {
  var name: String
}

/// Some accounts in the order of their ids.
struct Page: ResponseCodable, Sendable, Equatable {
  var accounts: [Account]
  /// What the next page is asked for after; nil where there is none.
  var next: Int64?
}

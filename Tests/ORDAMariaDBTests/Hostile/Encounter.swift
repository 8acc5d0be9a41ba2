import Foundation
import ORDA
import Testing

@testable import ORDAMariaDB

/// What a program does with a server that means it harm.
enum Encounter {
  /// Must never be seen on the wire, nor in a message.
  static let password = "correct-horse-battery"

  /// The URL of a server on this machine; limits are the shortest that there are.
  static func url(port: Int, _ options: String = "") -> String {
    "mariadb://app:\(password)@127.0.0.1:\(port)/music?connect-timeout=1s&read-timeout=1s&slow-statement=0"
      + (options.isEmpty ? "" : "&" + options)
  }

  static func open(_ server: HostileServer, _ options: String = "tls=disable") throws -> any Governor {
    try open(port: server.port, options)
  }

  static func open(port: Int, _ options: String = "tls=disable") throws -> any Governor {
    let registry = Registry()
    try MariaDB.register(with: registry)
    return try registry.open(url(port: port, options))
  }

  /// The error that opening, or a SELECT and reading all that it gives, ends in; nil where it succeeds. Checked for
  /// what must hold of every error: it is the database's, and tells no password.
  static func error(
    of server: HostileServer, _ options: String = "tls=disable", sourceLocation: SourceLocation = #_sourceLocation
  ) -> DatabaseError? {
    error(sourceLocation: sourceLocation) {
      let db = try open(server, options)
      defer { try? db.close(within: .zero) }
      _ = try readAll(db)
    }
  }

  /// The error of a body, checked in the same way.
  static func error(sourceLocation: SourceLocation = #_sourceLocation, of body: () throws -> Void) -> DatabaseError? {
    do {
      try body()
      return nil
    } catch let error as DatabaseError {
      #expect(!"\(error)".contains(password), sourceLocation: sourceLocation)
      #expect(!error.message.isEmpty, sourceLocation: sourceLocation)
      return error
    } catch {
      Issue.record("not the database's error: \(error)", sourceLocation: sourceLocation)
      return nil
    }
  }

  /// Every cell of `SELECT n FROM t`, as the database gives it.
  static func readAll(_ db: any Governor) throws -> [Value] {
    var values: [Value] = []
    try db.forEach("SELECT n FROM t") { row in
      for index in 0..<row.count { values.append(try row[index]) }
    }
    return values
  }
}

extension DatabaseError.Kind {
  /// What a server that breaks the protocol, or leaves, may lead to.
  static let broken: [DatabaseError.Kind] = [
    .protocolViolation, .connectionLost, .commitUnknown, .cannotOpen, .cannotOpen(.unreachable),
  ]
}

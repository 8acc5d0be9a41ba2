internal import CPostgreSQL
internal import ORDA

/// What the core asks of a connection.
extension PostgreSQLConnection: DriverConnection {
  var dialect: Dialect { PostgreSQLDialect.dialect }
  var canceller: any DriverCanceller { interrupter }

  /// Connects to the first available host. The session is set up by what logging in sends; behind a pooler, by SET.
  ///
  /// - Throws: `cannotOpen`, `authentication`, and the server's errors about the URL's settings.
  static func open(_ settings: PostgreSQLSettings) throws(DatabaseError) -> PostgreSQLConnection {
    try PostgreSQLOpening(settings: settings).connect { (made) throws(DatabaseError) in
      let connection = try PostgreSQLConnection(made, settings)
      try connection.checkSettings()
      return connection
    }
  }

  func prepare(_ request: PrepareRequest) throws(DatabaseError) -> any DriverStatement {
    try PostgreSQLStatement(request, on: self)
  }

  func ping() throws(DatabaseError) { try run("") }

  var isUsable: Bool { !interrupter.line.isCut && PQstatus(handle) == CONNECTION_OK && use.isCurrent }

  /// What comes unasked is a notification, or the server's farewell.
  var isAlive: Bool {
    guard isUsable else { return false }
    for _ in 0..<64 {
      guard let readiness = ServerLine.wait(PQsocket(handle), forWriting: false, milliseconds: 0) else { return false }
      if readiness.isEmpty { return PQstatus(handle) == CONNECTION_OK }
      guard PQconsumeInput(handle) == 1, PQisBusy(handle) == 0 else { return false }
      takeNotifications()
    }
    return false
  }

  /// Notifications that came while nobody listened.
  private func takeNotifications() { while let one = PQnotifies(handle) { PQfreemem(one) } }
}

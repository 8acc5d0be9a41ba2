#if Tracing
  internal import Tracing
#endif

/// A span that was begun and must be ended; without the trait `Tracing` there is nothing in it.
struct DatabaseSpan: Sendable {
  #if Tracing
    fileprivate let span: any Span

    /// What becomes a part of it.
    var context: ServiceContext { span.context }
  #endif

  /// Ends it.
  ///
  /// - Parameter failure: What was thrown, if anything. Its message is left out, since a database may quote values in it.
  func end(_ failure: (any Error)? = nil) {
    #if Tracing
      if let failure {
        let error = failure as? DatabaseError
        span.attributes["error.type"] = error?.kind.name ?? String(reflecting: type(of: failure))
        if let code = error?.vendorCode.map(String.init) ?? error?.sqlState {
          span.attributes["db.response.status_code"] = code
        }
        span.setStatus(SpanStatus(code: .error))
      }
      span.end()
    #endif
  }
}

/// What every span of a governor says of its database, by OpenTelemetry's names.
struct TracedDatabase: Sendable {
  #if Tracing
    private let system: String
    private let namespace: String?
    private let address: String?
    private let port: Int?
  #endif

  init(_ url: DatabaseURL) {
    #if Tracing
      system = url.scheme
      namespace = url.databaseName
      // Of several hosts it is not known here which one a connection is to.
      if case .server(let server) = url.location, server.hosts.count == 1, let host = server.hosts.first {
        address = host.address.text
        port = host.port
      } else {
        address = nil
        port = nil
      }
    #endif
  }

  #if Tracing
    /// Begins the span of a statement; nil where nobody traces.
    func begin(_ statement: TracedText, since moment: TraceMoment? = nil) -> DatabaseSpan? {
      guard let begun = begin(statement.summary, statement.operation, since: moment) else { return nil }
      begun.span.updateAttributes { attributes in
        attributes["db.query.text"] = statement.text
        attributes["db.query.summary"] = statement.summary
      }
      return begun
    }

    private func begin(_ summary: String, _ operation: String, since moment: TraceMoment?) -> DatabaseSpan? {
      let tracer = InstrumentationSystem.tracer
      if tracer is NoOpTracer { return nil }
      // Where no table is known, the database stands in its place.
      let name = summary == operation ? [operation, namespace].compactMap(\.self).joined(separator: " ") : summary
      let span: any Span = tracer.startSpan(name, ofKind: .client, at: (moment ?? .now).instant)
      span.updateAttributes { attributes in
        attributes["db.system.name"] = system
        attributes["db.operation.name"] = operation
        if let namespace { attributes["db.namespace"] = namespace }
        if let address { attributes["server.address"] = address }
        if let port { attributes["server.port"] = port }
      }
      return DatabaseSpan(span: span)
    }
  #endif

  /// Begins the span of a transaction; nil where nobody traces.
  @inline(__always)
  func beginTransaction(since moment: TraceMoment? = nil) -> DatabaseSpan? {
    #if Tracing
      return begin("TRANSACTION", "TRANSACTION", since: moment)
    #else
      return nil
    #endif
  }

  /// Runs a transaction on this thread; what it does is a part of its span.
  @inline(__always)
  func transaction(since moment: TraceMoment?, _ body: () throws -> Void) throws {
    #if Tracing
      guard let span = beginTransaction(since: moment) else { return try body() }
      do {
        try ServiceContext.withValue(span.context) { try body() }
      } catch {
        span.end(error)
        throw error
      }
      span.end()
    #else
      try body()
    #endif
  }

  /// Tells of a statement that got no connection.
  func tellUnserved(_ sql: String?, in dialect: Dialect, since moment: TraceMoment?, _ error: DatabaseError) {
    #if Tracing
      guard let sql, !(InstrumentationSystem.tracer is NoOpTracer) else { return }
      begin(TracedText(sql, in: dialect), since: moment)?.end(error)
    #endif
  }
}

#if Tracing
  extension DatabaseURL.Address {
    fileprivate var text: String {
      switch self {
      case .name(let text), .ipv4(let text), .ipv6(let text), .socket(let text): text
      }
    }
  }
#endif

internal import CPostgreSQL
internal import ORDA
internal import ORDAThreads

/// Connects to a server, and logs in with the client library.
struct PostgreSQLOpening {
  let settings: PostgreSQLSettings
  /// True for a connection on which the server sends its log.
  var replicates = false

  /// A finished connection: the library's handle, the line to the server, and the connection's share of its host.
  struct Made {
    let handle: OpaquePointer
    let line: ServerLine
    let use: HostUse
  }

  /// Connects to the first of the hosts that answers and does what it is there for.
  ///
  /// A host that refuses, hangs up or says nothing is skipped for the next, and so is each of its addresses. A host
  /// that answers and refuses the account or the database is the last.
  func connect<R>(_ beginning: (Made) throws(DatabaseError) -> R) throws(DatabaseError) -> R {
    try settings.hosts.connect(as: .writer, eachWithin: settings.connectLimit, within: settings.searchLimit) {
      (use, limit) throws(DatabaseError) in
      let deadline = MonotonicTime.now + limit
      let handle = try reach(use.host, until: deadline)
      do throws(DatabaseError) {
        try checkFitness(of: handle, use)
        PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        guard let line = ServerLine(PQsocket(handle)) else {
          throw DatabaseError(.io, "\(use.host.label): no file can be had for the connection")
        }
        return try beginning(Made(handle: handle, line: line, use: use))
      } catch {
        PQfinish(handle)
        throw error
      }
    }
  }

  /// Connects to one of a host's addresses.
  private func reach(_ host: DatabaseURL.Host, until deadline: MonotonicTime) throws(DatabaseError) -> OpaquePointer {
    guard let addresses = try settings.names.addresses(of: host, until: deadline) else {
      return try reach(host, nil, until: deadline)
    }
    var failure: DatabaseError?
    for (index, address) in addresses.enumerated() {
      let left = deadline - .now
      // The name service may have taken all of the time.
      guard left > .zero || failure == nil else { break }
      // A silent one leaves the others their share.
      let share = max(left / (addresses.count - index), .milliseconds(100))
      do throws(DatabaseError) {
        return try reach(host, address, until: .now + share)
      } catch {
        guard error.kind == .cannotOpen(.unreachable) else { throw error }
        failure = error
      }
    }
    throw failure ?? DatabaseError(.cannotOpen(.unreachable), "\(host.label): the name stands for no address")
  }

  private func reach(
    _ host: DatabaseURL.Host, _ address: String?, until deadline: MonotonicTime
  ) throws(DatabaseError) -> OpaquePointer {
    let parameters = try parameters(for: host, address)
    guard let handle = Self.start(parameters) else {
      throw DatabaseError(.outOfMemory, "there is no memory for a connection")
    }
    return try Login(handle, to: host).run(until: deadline)
  }

  private func parameters(
    for host: DatabaseURL.Host, _ address: String?
  ) throws(DatabaseError) -> [(String, String)] {
    var parameters: [(String, String)] = [
      ("application_name", settings.applicationName), ("client_encoding", "UTF8"), ("gssencmode", "disable"),
      ("connect_timeout", "0"), ("keepalives", settings.keepaliveSeconds > 0 ? "1" : "0"),
    ]
    if settings.keepaliveSeconds > 0 { parameters.append(("keepalives_idle", "\(settings.keepaliveSeconds)")) }
    switch host.address {
    case .name(let name), .ipv4(let name), .ipv6(let name):
      parameters += [("host", name), ("port", "\(host.port ?? DatabaseURL.Host.usualPort)")]
      if let address { parameters.append(("hostaddr", address)) }
    case .socket(let path):
      let (folder, port) = DatabaseURL.Host.folder(ofSocket: path)
      parameters += [("host", folder), ("port", "\(port)")]
    }
    if let service = settings.service { parameters.append(("service", service)) }
    if let user = settings.user { parameters.append(("user", user)) }
    if let database = settings.database { parameters.append(("dbname", database)) }
    if let password = try settings.password() { parameters.append(("password", password.text)) }
    if replicates { parameters.append(("replication", "database")) }
    let variables = settings.prepares || replicates ? settings.sessionSettings : settings.variables
    // A pooler refuses even empty options.
    if !variables.isEmpty { parameters.append(("options", Self.startup(variables))) }
    return parameters + settings.tls.parameters(for: host)
  }

  /// `-c name=value`, with a backslash before what would end it.
  static func startup(_ variables: [(name: String, value: String)]) -> String {
    variables.map { variable in
      let value = variable.value.flatMap { $0 == " " || $0 == "\\" || $0.isWhitespace ? "\\\($0)" : "\($0)" }
      return "-c \(variable.name)=" + String(value)
    }.joined(separator: " ")
  }

  /// Begins to connect, without waiting.
  private static func start(_ parameters: [(String, String)]) -> OpaquePointer? {
    // One piece of memory with all texts, which the library copies.
    var bytes: [CChar] = []
    var starts: [Int] = []
    for (name, value) in parameters {
      for text in [name, value] {
        starts.append(bytes.count)
        bytes += text.utf8CString
      }
    }
    return bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return nil }
      func pointers(_ offset: Int) -> [UnsafePointer<CChar>?] {
        stride(from: offset, to: starts.count, by: 2).map { base + starts[$0] } + [nil]
      }
      return PQconnectStartParams(pointers(0), pointers(1), 0)
    }
  }

  // MARK: Several hosts

  /// A host that answers, but whose sessions can't do what is asked for, is skipped.
  private func checkFitness(of handle: OpaquePointer, _ use: HostUse) throws(DatabaseError) {
    guard use.hasAlternatives || settings.attributes != .any, !use.isLastResort || settings.attributes != .any else {
      return
    }
    func parameter(_ name: String) -> String { PQparameterStatus(handle, name).map { String(cString: $0) } ?? "off" }
    let isStandby = parameter("in_hot_standby") == "on"
    let isReadOnly = isStandby || parameter("default_transaction_read_only") == "on"
    let (isFit, wanted): (Bool, String) =
      switch settings.attributes {
      // A program may mean to read servers that are read-only, unless one of them has refused to write.
      case .any: (!use.isDoubted || !isReadOnly, "")
      case .readWrite: (!isReadOnly, "sessions that write")
      case .readOnly: (isReadOnly, "sessions that only read")
      case .primary: (!isStandby, "a primary")
      case .standby: (isStandby, "a standby")
      }
    if isFit { return }
    if settings.attributes == .any { throw use.unfit("\(use.host.label): the server is read-only") }
    throw use.unfit("\(use.host.label): target-session-attrs asks for \(wanted), and this is none")
  }
}

extension Duration {
  /// Whole milliseconds, rounded up, at least one, as `poll` wants them.
  var roundedMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    if seconds > 1_000_000 { return 1_000_000_000 }
    return Int32(clamping: max(1, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
  }
}

internal import ORDA
internal import ORDAPlatform

/// One address of a server: an IP address and a port, or the path of a socket.
///
/// A host's name may mean several, and others each time.
struct ServerAddress: Sendable, Hashable {
  let family: Int32
  /// As the system calls want it.
  private let bytes: [UInt8]

  private init(family: Int32, bytes: some Sequence<UInt8>) {
    self.family = family
    self.bytes = Array(bytes)
  }

  /// A host's addresses, in the system's order. A name may take as long as the system's name service does; ``NameService`` doesn't.
  static func all(of host: DatabaseURL.Host) throws(DatabaseError) -> [ServerAddress] {
    let port = host.port ?? DatabaseURL.Host.usualPort
    switch host.address {
    case .socket(let path): return [try ServerAddress(path: path)]
    case .name(let name): return try named(name, port: port, host)
    case .ipv4(let number), .ipv6(let number): return try named(number, port: port, host, flags: AI_NUMERICHOST)
    }
  }

  private init(path: String) throws(DatabaseError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isTooLong = withUnsafeMutableBytes(of: &address.sun_path) { place in
      let bytes = Array(path.utf8)
      if bytes.count >= place.count { return true }
      place.copyBytes(from: bytes)
      return false
    }
    if isTooLong { throw DatabaseError(.cannotOpen, "the path of the socket is too long for the system: \(path)") }
    self.init(family: AF_UNIX, bytes: withUnsafeBytes(of: &address) { Array($0) })
  }

  private static func named(
    _ name: String, port: Int, _ host: DatabaseURL.Host, flags: Int32 = 0
  ) throws(DatabaseError) -> [ServerAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = streamSocket
    hints.ai_protocol = Int32(IPPROTO_TCP)
    hints.ai_flags = flags
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(name, String(port), &hints, &list)
    guard code == 0 else {
      let reason = gai_strerror(code).map { String(cString: $0) } ?? "error \(code)"
      throw DatabaseError(
        .cannotOpen(.unreachable), "\(host.label): the name can't be resolved: \(reason)", sqlState: "HY000",
        vendorCode: 2005)
    }
    defer { freeaddrinfo(list) }
    var addresses: [ServerAddress] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ai_next
      guard let place = entry.ai_addr else { continue }
      let address = ServerAddress(
        family: entry.ai_family, bytes: UnsafeRawBufferPointer(start: place, count: Int(entry.ai_addrlen)))
      if !addresses.contains(address) { addresses.append(address) }
    }
    return addresses
  }

  /// Begins to connect; returns what `connect` does.
  func connect(_ descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      return systemConnect(
        descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }
}

/// The system's `connect`, which inside the type means another function.
private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  connect(descriptor, address, length)
}

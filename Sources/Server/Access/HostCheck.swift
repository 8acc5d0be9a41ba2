/// Which names of this server a browser may have used.
///
/// A page of another site can let its own name point to this machine (DNS rebinding), and would then be of the same origin as
/// what is served here. Its name stands in the header Host, so that only names are answered that nobody else can have: addresses,
/// `localhost`, and what was named when the server was started.
struct HostCheck: Sendable {
  let port: Int
  /// In lower case.
  let names: Set<String>
  /// The headers Host that nearly all questions have, so that they need not be taken apart.
  private let usual: Set<String>

  init(port: Int, names: some Sequence<String>) {
    self.port = port
    self.names = Set(names.map { $0.lowercased() }).union(["localhost"])
    // Addresses of IPv6 stand in brackets there.
    usual = Set((self.names.filter { !$0.contains(":") } + ["127.0.0.1"]).map { "\($0):\(port)" })
  }

  /// True if the header Host names this server.
  func accepts(host header: String?) -> Bool {
    guard let header else { return false }
    if usual.contains(header) { return true }
    guard let (name, port) = Self.parts(of: header) else { return false }
    return (port ?? 80) == self.port && (names.contains(name) || Self.isAddress(name))
  }

  /// True if the header Origin names this server, by the very name that Host has.
  func accepts(origin: String, host: String?) -> Bool {
    guard let host, accepts(host: host) else { return false }
    return origin.lowercased() == "http://" + host.lowercased()
  }

  /// The name, in lower case and without brackets, and the port.
  private static func parts(of header: String) -> (name: String, port: Int?)? {
    let header = header.lowercased()
    if header.hasPrefix("[") {
      guard let end = header.firstIndex(of: "]") else { return nil }
      let rest = header[header.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      return (String(header[header.index(after: header.startIndex)..<end]), Int(rest.dropFirst()))
    }
    let parts = header.split(separator: ":", omittingEmptySubsequences: false)
    switch parts.count {
    case 1: return (header, nil)
    case 2: return Int(parts[1]).map { (String(parts[0]), $0) }
    default: return nil
    }
  }

  /// True for an address of IPv4 or IPv6, which no name service can point elsewhere.
  private static func isAddress(_ name: String) -> Bool {
    if name.contains(":") {
      return name.utf8.allSatisfy {
        PercentCoding.digit($0) != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
      }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } && UInt8($0) != nil }
  }
}

internal import ORDAPlatform

extension DatabaseURL {
  static let portRange = 1...65535

  /// The rules that apply however the URL was made; they make writing and reading it again exact.
  func validate() throws(DatabaseError) {
    guard DatabaseURL.isScheme(scheme) else {
      throw badURL("a scheme is a letter, then letters, digits, - and .")
    }
    guard mode.map(DatabaseURL.isMode) ?? true else {
      throw badURL("the mode after \(scheme)+ must be letters, digits and -")
    }
    for option in options { try option.validate("an option") }
    switch location {
    case .memory:
      try requireMode(oneOf: [])
    case .file(let path):
      try requireMode(oneOf: [])
      guard !path.isEmpty else { throw badURL("the path of the file is empty") }
      try requireNoNUL(path, "the path")
    case .server(let server):
      try server.validate()
    }
  }

  /// True if the last label of a host is a number, which no name has: it is, or should be, an IPv4 address.
  static func endsInNumber(_ host: String) -> Bool {
    var hasDigit = false
    for byte in host.utf8.reversed() {
      if ASCII.isDigit(byte) {
        hasDigit = true
      } else if byte != ASCII.dot {
        return false
      } else if hasDigit {
        return true
      }
    }
    return hasDigit
  }
}

extension DatabaseURL.Server {
  fileprivate func validate() throws(DatabaseError) {
    guard user != nil || password == nil else {
      throw badURL("a password needs a user; the anonymous account has an empty name")
    }
    try requireNoNUL(user ?? "", "the user")
    try requireNoNUL(password ?? "", "the password")
    try requireNoNUL(database ?? "", "the database's name")
    guard !hosts.isEmpty else { throw badURL("a server needs at least one host") }
    for host in hosts { try host.validate() }
  }
}

extension DatabaseURL.Host {
  fileprivate func validate() throws(DatabaseError) {
    try address.validate()
    if let port {
      guard DatabaseURL.portRange.contains(port) else { throw badURL("a port must be from 1 to 65535") }
      if case .socket = address { throw badURL("a socket has no port") }
    }
    var seen: Set<String> = []
    for parameter in parameters {
      try parameter.validate("a host's parameter")
      guard seen.insert(asciiLowercased(parameter.name)).inserted else {
        throw badURL("a host has the same parameter twice")
      }
    }
  }
}

extension DatabaseURL.Address {
  fileprivate func validate() throws(DatabaseError) {
    switch self {
    case .name(let name):
      let refused = Array(" \"%,/:;<=>?@[\\]^`{|}#".utf8)
      guard !name.isEmpty, !name.utf8.contains(where: { ASCII.isControl($0) || refused.contains($0) }) else {
        throw badURL("a host's name is empty, or holds a character that no host has")
      }
      guard !DatabaseURL.endsInNumber(name) else {
        throw badURL("a host's name ends in a number; an IPv4 address is four numbers from 0 to 255")
      }
    case .ipv4(let text):
      var address = in_addr()
      guard !text.utf8.contains(ASCII.nul), inet_pton(AF_INET, text, &address) == 1 else {
        throw badURL("a host that ends in a number is no IPv4 address: four numbers from 0 to 255")
      }
    case .ipv6(let text):
      let zoneMark = text.utf8.firstIndex(of: ASCII.percent) ?? text.utf8.endIndex
      let zone = text.utf8[zoneMark...]
      let plainZone = zone.dropFirst().allSatisfy {
        ASCII.isLetter($0) || ASCII.isDigit($0) || Array("-._~".utf8).contains($0)
      }
      var address = in6_addr()
      guard !text.utf8.contains(ASCII.nul), zone.count != 1, plainZone,
        inet_pton(AF_INET6, String(text[..<zoneMark]), &address) == 1
      else { throw badURL("what stands in [ ] is no IPv6 address") }
    case .socket(let path):
      guard path.utf8.first == ASCII.slash else { throw badURL("the path of a socket must begin with /") }
      try requireNoNUL(path, "the path of a socket")
    }
  }
}

extension DatabaseURL.Option {
  fileprivate func validate(_ part: String) throws(DatabaseError) {
    guard !name.isEmpty else { throw badURL("\(part) has no name") }
    try requireNoNUL(name, "the name of \(part)")
    try requireNoNUL(value, "the value of \(part)")
  }
}

/// Throws if a C library would take the text for shorter than it is.
private func requireNoNUL(_ text: String, _ part: String) throws(DatabaseError) {
  guard !text.utf8.contains(ASCII.nul) else { throw badURL("\(part) holds a NUL (%00)") }
}

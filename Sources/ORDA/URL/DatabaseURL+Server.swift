extension DatabaseURL {
  /// Reads the body of a URL whose database is on a server.
  static func serverLocation(_ parts: Parts) throws(DatabaseError) -> Location {
    let scheme = parts.scheme
    guard parts.body.starts(with: "//".utf8) else {
      throw badURL("after \(scheme): stand two slashes and a host: \(scheme)://localhost/music")
    }
    let rest = parts.body.dropFirst(2)
    let slash = rest.firstIndex(of: ASCII.slash) ?? rest.endIndex
    var authority = rest[..<slash]
    var server = Server(hosts: [])
    if let at = authority.lastIndex(of: ASCII.at) {
      let userinfo = authority[..<at]
      let colon = userinfo.firstIndex(of: ASCII.colon) ?? userinfo.endIndex
      server.user = try percentDecoded(userinfo[..<colon], "the user")
      if colon != userinfo.endIndex {
        server.password = try percentDecoded(userinfo[colon...].dropFirst(), "the password")
      }
      authority = authority[at...].dropFirst()
    }
    guard !authority.isEmpty else {
      throw badURL("the URL names no host; write \(scheme)://localhost/music, or a socket as %2Frun%2Fmysqld.sock")
    }
    // Usually there is one, which then needs no array of pieces.
    if authority.contains(ASCII.comma) {
      for piece in authority.split(separator: ASCII.comma, omittingEmptySubsequences: false) {
        server.hosts.append(try host(piece))
      }
    } else {
      server.hosts = [try host(authority)]
    }
    let database = rest[slash...].dropFirst()
    guard !database.contains(ASCII.slash) else {
      throw badURL("after the database's name stands another /; in the name, or in a password, it is written %2F")
    }
    server.database = try percentDecoded(database, "the database's name")
    return .server(server)
  }

  /// Reads `name:port;name=value;…`. None of it is quoted: after a mistake it may be part of a password.
  private static func host(_ piece: ArraySlice<UInt8>) throws(DatabaseError) -> Host {
    let place = piece.prefix { $0 != ASCII.semicolon }
    guard !place.isEmpty else { throw badURL("a host is empty") }
    let address: Address
    let afterAddress: ArraySlice<UInt8>
    if place.first == ASCII.openBracket {
      guard let close = place.firstIndex(of: ASCII.closeBracket) else {
        throw badURL("an IPv6 address is not closed by ]")
      }
      address = .ipv6(try percentDecoded(place[..<close].dropFirst(), "an IPv6 address"))
      afterAddress = place[close...].dropFirst()
    } else {
      let colon = place.firstIndex(of: ASCII.colon) ?? place.endIndex
      address = Address(try percentDecoded(place[..<colon], "a host"))
      afterAddress = place[colon...]
    }
    var host = Host(address)
    if let colon = afterAddress.first {
      let digits = afterAddress.dropFirst()
      guard colon == ASCII.colon, !digits.isEmpty, digits.allSatisfy(ASCII.isDigit),
        let port = Int(String(decoding: digits, as: UTF8.self)), portRange.contains(port)
      else {
        throw badURL(
          "what follows a host must be : and a port from 1 to 65535 (an IPv6 address is written [::1]; "
            + "in a password, / ? # are written %2F %3F %23)")
      }
      host.port = port
    }
    if place.endIndex == piece.endIndex { return host }
    let fields = piece[place.endIndex...].dropFirst()
    for field in fields.split(separator: ASCII.semicolon, omittingEmptySubsequences: false) {
      guard let equals = field.firstIndex(of: ASCII.equals) else {
        throw badURL("a host's parameter has no value; after ; stands name=value")
      }
      let name = try percentDecoded(field[..<equals], "the name of a host's parameter")
      let value = try percentDecoded(field[equals...].dropFirst(), "the value of a host's parameter")
      host.parameters.append(Option(name, value))
    }
    return host
  }
}

extension DatabaseURL.Address {
  /// A host from a URL, decoded: a path is a socket, four numbers are IPv4, the rest is a name.
  init(_ text: String) {
    if text.utf8.first == ASCII.slash {
      self = .socket(path: text)
    } else if DatabaseURL.endsInNumber(text) {
      self = .ipv4(text)
    } else {
      self = .name(text)
    }
  }
}

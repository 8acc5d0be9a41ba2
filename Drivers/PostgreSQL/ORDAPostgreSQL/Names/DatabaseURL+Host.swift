internal import ORDA

extension DatabaseURL.Host {
  /// The port of a host whose port the URL does not name.
  static let usualPort = 5432

  /// True for this machine itself: what is sent does not leave it.
  var isLocal: Bool {
    switch address {
    case .socket: true
    case .name(let name): name == "localhost"
    case .ipv4(let text): text.hasPrefix("127.")
    case .ipv6(let text): text == "::1"
    }
  }

  /// The host and port for messages.
  var label: String {
    switch address {
    case .socket(let path): path
    case .name(let text), .ipv4(let text): "\(text):\(port ?? Self.usualPort)"
    case .ipv6(let text): "[\(text)]:\(port ?? Self.usualPort)"
    }
  }

  /// The folder and the port that libpq finds a socket by: its path ends in `/.s.PGSQL.` and the port, or names the
  /// folder alone.
  static func folder(ofSocket path: String) -> (folder: String, port: Int) {
    guard let slash = path.lastIndex(of: "/") else { return (path, usualPort) }
    let file = path[path.index(after: slash)...]
    guard file.hasPrefix(".s.PGSQL."), let port = Int(file.dropFirst(".s.PGSQL.".count)) else {
      return (path, usualPort)
    }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), port)
  }
}

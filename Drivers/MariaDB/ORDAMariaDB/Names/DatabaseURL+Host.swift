internal import ORDA

extension DatabaseURL.Host {
  /// The port of a host whose port the URL does not name.
  static let usualPort = 3306

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
}

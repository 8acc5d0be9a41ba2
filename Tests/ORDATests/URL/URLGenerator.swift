@testable import ORDA

/// Makes any URL that can be built, odd characters first.
struct URLGenerator {
  var random: Seeded

  init(seed: UInt64) { random = Seeded(seed) }

  static let oddPieces = [
    "%", "%2F", "/", "//", ":", "::", "@", "#", "?", "&", "=", ";", ",", "+", " ", "\\", "\"", "'", "[", "]", "<", ">",
    "|", "^", "`", "{", "}", "\n", "\r\n", "\t", "\u{1}", "\u{7F}", ".", "..", "-", "_", "~", "!", "$", "(", ")", "*",
    "é", "e\u{301}", "\u{301}", "日本", "🎷", "👩‍👩‍👧", "\u{202E}", "\u{2028}", "\u{FEFF}", "\u{FFFD}", "\u{0345}", "ß", "İ",
    ":memory:", "file:", "file:///", "localhost", "***", "a", "Z", "7", "music", "%00", "%zz",
  ]

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  mutating func text(_ length: ClosedRange<Int>) -> String {
    (0..<number(length)).map { _ in Self.oddPieces.randomElement(using: &random) ?? "" }.joined()
  }
  mutating func word(_ length: ClosedRange<Int>) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCXYZ0123456789-")
    return "w" + String((0..<number(length)).map { _ in letters.randomElement(using: &random) ?? "x" }) + "z"
  }
  mutating func options(_ count: ClosedRange<Int>) -> [DatabaseURL.Option] {
    (0..<number(count)).map { _ in DatabaseURL.Option(text(1...4) + "n", text(0...6)) }
  }

  mutating func host() -> DatabaseURL.Host {
    let address: DatabaseURL.Address
    switch number(0...4) {
    case 0: address = .ipv4((0..<4).map { _ in "\(number(0...255))" }.joined(separator: "."))
    case 1: address = .ipv6((0..<8).map { _ in String(number(0...65535), radix: 16) }.joined(separator: ":"))
    case 2: address = .ipv6("fe80::\(number(1...9))%" + word(0...5))
    case 3: address = .socket(path: "/" + text(0...6))
    default: address = .name(word(0...10) + (chance(30) ? ".exämple" : ""))
    }
    var host = DatabaseURL.Host(address)
    if case .socket = address {} else if chance(50) { host.port = number(1...65535) }
    // Made different by their index, for a host has each parameter once.
    host.parameters = options(0...2).enumerated().map { DatabaseURL.Option("\($0)" + $1.name, $1.value) }
    return host
  }

  mutating func server() -> DatabaseURL.Server {
    let user = chance(70) ? text(0...5) : nil
    return DatabaseURL.Server(
      user: user, password: user != nil && chance(70) ? text(0...8) : nil,
      hosts: (0..<number(1...4)).map { _ in host() }, database: chance(60) ? text(0...5) : nil)
  }

  mutating func url(_ shape: DatabaseURL.Shape) throws -> DatabaseURL {
    let scheme = word(0...6) + (chance(10) ? "." : "")
    switch shape {
    case .file, .name:
      let path = (chance(50) ? "/" : "") + text(0...7)
      let location = path.isEmpty || chance(10) ? DatabaseURL.Location.memory : .file(path: path)
      return try DatabaseURL(scheme: scheme, location: location, options: options(0...4))
    case .server:
      return try DatabaseURL(
        scheme: scheme, mode: chance(30) ? word(0...8) : nil, location: .server(server()), options: options(0...4))
    }
  }
}

/// The secret that the address has once, and that a cookie has afterwards: who knows it may see the databases.
struct AccessToken: Sendable {
  let text: String

  /// A new one of 192 random bits, from the system's generator.
  init() {
    var generator = SystemRandomNumberGenerator()
    text = HexadecimalText.encoded((0..<24).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  init(_ text: String) { self.text = text }

  /// True for the same token. It takes the same time wherever the first difference is, for how long it takes can be measured.
  func matches(_ other: some Sequence<UInt8>) -> Bool {
    let (own, others) = (Array(text.utf8), Array(other))
    var difference = own.count ^ others.count
    for place in own.indices { difference |= Int(own[place] ^ (place < others.count ? others[place] : ~own[place])) }
    return difference == 0
  }
}

/// How to highlight text on a terminal; without colours it stays as it is.
struct Style: Sendable {
  let isOn: Bool

  /// Leaves every text as it is.
  static let plain = Style(isOn: false)
  /// Uses the codes that all current terminals know.
  static let colored = Style(isOn: true)

  private init(isOn: Bool) { self.isOn = isOn }

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  /// Inverted: dark on bright, or the other way round.
  func marked(_ text: String) -> String { wrap(text, "7") }
  func red(_ text: String) -> String { wrap(text, "31") }
  func green(_ text: String) -> String { wrap(text, "32") }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// Which options contain secrets, judging by their names: a table may be unknown, or the name misspelt.
enum SecretName {
  static let mask = "***"

  private static let fragments = [
    "password", "passwd", "passphrase", "passcode", "pwd", "secret", "token", "credential",
  ]

  /// True if the name looks like a secret's, or if the value seems to contain a `password=…` of its own, or is a secret
  /// put where the name of its variable belongs.
  static func conceals(_ option: DatabaseURL.Option) -> Bool {
    looksSecret(option.name) || carriesSecret(option.value) || isMisplaced(option)
  }

  /// True for `password-env=x!y`: names of variables have letters, digits and underscores.
  private static func isMisplaced(_ option: DatabaseURL.Option) -> Bool {
    let words = SecretName.words(of: option.name)
    guard words.last == "env", words.count > 1 else { return false }
    return !option.value.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  /// True for `password`, `sslKey`, `api_token`, `pragma.key` and the like; not for `foreign_keys`, `password-env` or
  /// `password-file`, which say where a secret is and not what it is.
  static func looksSecret(_ name: String) -> Bool {
    let words = SecretName.words(of: name)
    guard let last = words.last, last != "env", last != "file" else { return false }
    let joined = words.joined()
    return fragments.contains { joined.hasBytes(of: $0) } || words.contains { $0 == "pass" || $0.hasSuffix("key") }
  }

  /// True if a value contains an assignment to a secret name, as in `required;password=x`, or a URL with an account.
  static func carriesSecret(_ value: String) -> Bool {
    if value.hasBytes(of: "://"), value.hasBytes(of: "@") { return true }
    let folded = asciiLowercased(value).filter { $0 != " " && $0 != "-" && $0 != "_" }
    // Most values assign nothing.
    guard folded.hasBytes(of: "=") || folded.hasBytes(of: ":") else { return false }
    return (fragments + ["key", "pass"]).contains { folded.hasBytes(of: $0 + "=") || folded.hasBytes(of: $0 + ":") }
  }

  /// The words of a name in kebab-case, snake_case, camelCase or with dots, in lower case.
  private static func words(of name: String) -> [String] {
    var words: [[UInt8]] = [[]]
    var previousWasLower = false
    for byte in name.utf8 {
      if byte == ASCII.dash || byte == ASCII.dot || byte == UInt8(ascii: "_") {
        words.append([])
        previousWasLower = false
        continue
      }
      let lower = ASCII.lowercased(byte)
      if lower != byte, previousWasLower { words.append([]) }
      words[words.count - 1].append(lower)
      previousWasLower = lower == byte
    }
    return words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
  }
}

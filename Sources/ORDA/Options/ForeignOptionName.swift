/// Other libraries' names for the options of a database: the words that a user brings along, and their equivalents
/// here.
enum ForeignOptionName {
  /// An option of ORDA, with a value if the word implies one.
  struct Meaning: Sendable {
    let words: [String]
    let option: String
    var value: String?
  }

  /// One line for each option; drivers without such an option ignore it.
  private static let meanings: [Meaning] = [
    Meaning(
      words: [
        "pool.size", "pool-size", "max-pool-size", "maximum-pool-size", "pool.max-size", "pool.maximum",
        "max-connections",
        "connection-limit", "max-open-connections",
      ], option: "pool.max"),
    Meaning(
      words: ["pool.timeout", "pool-timeout", "acquire-timeout", "checkout-timeout", "queue-timeout"],
      option: "pool.acquire-timeout"),
    Meaning(words: ["readonly", "ro"], option: "mode", value: "ro"),
    Meaning(words: ["readwrite", "rw"], option: "mode", value: "rw"),
    Meaning(words: ["memory", "in-memory"], option: "mode", value: "memory"),
    Meaning(words: ["ssl", "ssl-mode", "use-ssl", "require-ssl", "use-tls"], option: "tls"),
    Meaning(words: ["ssl-ca", "ssl-root-cert", "ca-file", "tls-ca"], option: "ca"),
    Meaning(words: ["ssl-cert", "cert-file", "tls-cert"], option: "cert"),
    Meaning(words: ["ssl-key", "key-file", "tls-key"], option: "key"),
    Meaning(words: ["connection-timeout", "login-timeout"], option: "connect-timeout"),
    Meaning(words: ["socket-timeout", "net-read-timeout"], option: "read-timeout"),
    Meaning(words: ["net-write-timeout"], option: "write-timeout"),
    Meaning(
      words: ["timeout", "query-timeout", "command-timeout", "max-statement-time", "max-execution-time"],
      option: "statement-timeout"),
    Meaning(words: ["lock-timeout", "busy"], option: "busy-timeout"),
    Meaning(words: ["journal", "wal"], option: "journal-mode"),
    Meaning(words: ["sync"], option: "synchronous"),
    Meaning(words: ["fk", "foreign-key-checks"], option: "foreign-keys"),
    Meaning(words: ["max-readers", "reader-pool-size"], option: "readers"),
    Meaning(words: ["stmt-cache-size", "statement-cache-size", "prepared-statements"], option: "statement-cache"),
    Meaning(words: ["long-query-time", "slow-query-threshold"], option: "slow-statement"),
    Meaning(words: ["charset", "character-set", "character-encoding"], option: "collation"),
    Meaning(words: ["passfile"], option: "password-file"),
  ]

  /// Others' words for a choice, and the choice.
  private static let choices: [(words: [String], choice: String)] = [
    (["readonly", "r"], "ro"), (["readwrite", "w"], "rw"), (["create", "readwritecreate", "rwcreate"], "rwc"),
    (["inmemory"], "memory"), (["none", "disabled", "disable", "false", "0", "no"], "off"),
    (["none", "disabled", "off", "false", "0", "no"], "disable"),
    (["verify-identity", "required", "require", "true", "on"], "verify-full"), (["preferred"], "prefer"),
  ]

  /// What a name means among these options: exactly, or nearly if `isNear`.
  static func meaning(of name: String, isNear: Bool, in table: OptionTable) -> Meaning? {
    let known = meanings.filter { table.definition(of: $0.option) != nil }
    let wanted = OptionDefinition.folded(name)
    let found =
      isNear
      ? nearestName(to: wanted, among: known.flatMap(\.words).map(OptionDefinition.folded))
      : wanted
    guard let found else { return nil }
    return known.first { $0.words.contains { OptionDefinition.folded($0) == found } }
  }

  /// The choice that a value means, or is near to.
  static func choice(meantBy value: String, among all: [String]) -> String? {
    let wanted = OptionDefinition.folded(value)
    let known = choices.filter { all.contains($0.choice) }
    if let choice = known.first(where: { $0.words.map(OptionDefinition.folded).contains(wanted) }) {
      return choice.choice
    }
    if let nearest = nearestName(to: value, among: all) { return nearest }
    guard let nearest = nearestName(to: wanted, among: known.flatMap(\.words).map(OptionDefinition.folded)) else {
      return nil
    }
    return known.first { $0.words.contains { OptionDefinition.folded($0) == nearest } }?.choice
  }
}

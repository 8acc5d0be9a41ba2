internal import ORDA

extension OptionTable {
  /// The MariaDB driver's options.
  static let mariadb = OptionTable(
    OptionDefinition.secret("password", meaning: "The account's password") + [
      OptionDefinition(
        "tls", .choice(["verify-full", "verify-ca", "prefer", "disable"]), aliases: ["ssl-mode"],
        summary:
          "How the connection is secured: with verify-full the server's certificate and name are checked, which is the "
          + "default but for this machine itself; with verify-ca not the name; with prefer nothing, and it may be clear "
          + "text, which is the default for this machine; sockets are not encrypted."),
      OptionDefinition(
        "ca", .text, aliases: ["ssl-ca"],
        summary: "The file of the authorities' certificates to check the server's by; without it, the system's."),
      OptionDefinition("cert", .text, aliases: ["ssl-cert"], summary: "The file of the client's own certificate."),
      OptionDefinition("key", .text, aliases: ["ssl-key"], summary: "The file of the client's own key."),
      OptionDefinition(
        "fingerprint", .text,
        summary: "The SHA-1 fingerprint of the server's certificate, which is then all that it is checked by."),
      OptionDefinition(
        "connect-timeout", .duration, default: "10s",
        summary: "How long connecting to one host may take, the greeting included; whole seconds, at least one."),
      OptionDefinition(
        "read-timeout", .duration, default: "0",
        summary:
          "How long the server may be silent while an answer is awaited, after which the connection is given up; "
          + "0 is for ever. A slow statement is silent: see statement-timeout."),
      OptionDefinition(
        "write-timeout", .duration, default: "60s",
        summary: "How long the server may take nothing that is sent to it; 0 is for ever."),
      OptionDefinition(
        "replica-lag", .choice(["primary", "wait"]), default: "primary",
        summary:
          "With mariadb+replication, where to read while a replica has not yet what the program has written or was told: on "
          + "the first host, or with wait on the replica as soon as it has it, within a second."),
      OptionDefinition(
        "collation", .text, summary: "The collation of texts in statements; the character set is always utf8mb4."),
      OptionDefinition(
        "compression", .bool, default: "false", summary: "Whether what is sent is compressed, for slow networks."),
      OptionDefinition(
        "auth-plugins", .text,
        summary:
          "The ways of proving the password that the server may ask for, joined by commas, by the client library's names; "
          + "without it, all that don't send the password itself."),
      OptionDefinition(
        "fetch", .choice(["auto", "stream", "store"]), default: "auto",
        summary:
          "How rows are fetched: with auto one by one, and the rest at once where another statement runs beside them; with "
          + "stream never at once, so that such a statement is an error; with store always at once."),
      OptionDefinition(
        "zero-dates", .choice(["error", "null"]), default: "error",
        summary: "What a date such as 0000-00-00 is read as, which no calendar has."),
      OptionDefinition(
        "changes", .choice(["auto", "log", "triggers", "poll", "none"]), default: "auto",
        summary:
          "How changes are followed while somebody listens to them: by the server's binary log; by what triggers have "
          + "noted, where they are installed; by asking again and again which tables may have changed; not at all; or with "
          + "auto by the first of these that can be."),
      OptionDefinition(
        "poll-interval", .duration, default: "1s",
        summary: "How often it is asked which tables may have changed, where that is how changes are followed."),
      OptionDefinition(
        "change-linger", .duration, default: "3s",
        summary: "How long changes are followed on when nobody listens any more, for whoever listens soon after."),
      OptionDefinition(
        "change-limit", .integer(0...10_000_000), default: "100000",
        summary:
          "How many changed rows of a table a transaction tells one by one; of more it tells that the table changed."),
    ],
    namespaces: [
      OptionNamespace(
        "session", summary: "Any session variable, set on each connection: session.innodb_lock_wait_timeout=5."
      ) { name in refusals[asciiLowercase(name)] }
    ])

  /// Session variables that ORDA itself sets, and why.
  private static let refusals: [String: String] = {
    let charset = "texts are utf8mb4 on every connection; see the option collation"
    return [
      "time_zone":
        "sessions run at +00:00, so that a TIMESTAMP is the same moment for every reader; convert in the program",
      "autocommit": "transactions are begun and ended by transaction { }",
      "character_set_client": charset, "character_set_connection": charset, "character_set_results": charset,
    ]
  }()

  private static func asciiLowercase(_ text: String) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

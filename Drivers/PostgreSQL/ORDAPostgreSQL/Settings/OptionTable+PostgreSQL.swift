internal import ORDA

extension OptionTable {
  /// The PostgreSQL driver's options.
  static let postgresql = OptionTable(
    OptionDefinition.secret("password", meaning: "The account's password") + [
      OptionDefinition(
        "service", .text,
        summary:
          "A service of pg_service.conf, which says account, password and database where the URL doesn't; what it says of "
          + "hosts and encryption counts for nothing."),
      OptionDefinition(
        "tls", .choice(["verify-full", "verify-ca", "require", "prefer", "disable"]), aliases: ["sslmode"],
        summary:
          "How the connection is secured: with verify-full the server's certificate and name are checked, which is the "
          + "default but for this machine itself; with verify-ca not the name; with require it is encrypted, and "
          + "nothing checked; with prefer it may be clear text, which is the default for this machine; sockets are "
          + "not encrypted."
      ),
      OptionDefinition(
        "ca", .text, aliases: ["sslrootcert", "ssl-ca"],
        summary: "The file of the authorities' certificates to check the server's by; without it, the system's."),
      OptionDefinition(
        "cert", .text, aliases: ["sslcert"], summary: "The file of the client's own certificate."),
      OptionDefinition("key", .text, aliases: ["sslkey"], summary: "The file of the client's own key."),
      OptionDefinition(
        "connect-timeout", .duration, default: "10s",
        summary: "How long connecting to one host may take, logging in included."),
      OptionDefinition(
        "read-timeout", .duration, default: "0",
        summary:
          "How long the server may be silent while an answer is awaited, after which the connection is given up; "
          + "0 is for ever. A slow statement is silent: see statement-timeout."),
      OptionDefinition(
        "write-timeout", .duration, default: "60s",
        summary: "How long the server may take nothing that is sent to it; 0 is for ever."),
      OptionDefinition(
        "keepalive", .duration, default: "60s",
        summary: "After how long a silent connection is tested by the system; whole seconds, 0 is never."),
      OptionDefinition(
        "application-name", .text, default: "orda",
        summary: "What the server lists the connections under."),
      OptionDefinition(
        "search-path", .text,
        summary: "The schemas in which names without one are looked for, joined by commas."),
      OptionDefinition(
        "target-session-attrs",
        .choice(["any", "read-write", "read-only", "primary", "standby"]), default: "any",
        summary: "Which of several hosts will do, by what sessions on it may do."),
      OptionDefinition(
        "prepare", .choice(["on", "off"]), default: "on",
        summary:
          "Whether statements are prepared by name. With off, each execution parses its statement, for poolers such as "
          + "PgBouncer."),
      OptionDefinition(
        "pooler", .choice(["none", "transaction"]), default: "none",
        summary:
          "What stands between the program and the server. A transaction pooler gives each transaction another session: it "
          + "implies prepare=off, and calls that need a session of their own fail."),
      OptionDefinition(
        "transaction.statement-savepoints", .choice(["on", "off"]), default: "on",
        summary:
          "Whether each statement of a transaction has a savepoint, so that the transaction goes on after a statement that "
          + "fails. With off a failed statement ends the transaction."),
    ] + OptionDefinition.changes,
    namespaces: [
      OptionNamespace(
        "session", summary: "Any setting of the session, on each connection: session.work_mem=64MB."
      ) { name in refusals[asciiLowercase(name)] }
    ])

  /// Settings that ORDA itself makes, and why.
  private static let refusals: [String: String] = {
    let form = "ORDA reads what the server writes in one form, whatever the setting"
    return [
      "timezone":
        "sessions run at UTC, so that a time without a zone is the same moment for all; convert in the program",
      "client_encoding": "texts are UTF-8 on every connection", "datestyle": form, "intervalstyle": form,
      "bytea_output": form, "extra_float_digits": form,
      "standard_conforming_strings": "a backslash in a string is a backslash; write E'…' for others",
    ]
  }()

  private static func asciiLowercase(_ text: String) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

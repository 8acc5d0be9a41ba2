extension OptionTable {
  /// The options that every driver has, since the core itself implements them.
  public static let core = OptionTable([
    OptionDefinition(
      "pool.max", .integer(1...10_000), default: "10",
      summary: "How many connections the governor opens at most."),
    OptionDefinition(
      "pool.min", .integer(0...10_000), default: "0",
      summary: "How many connections are opened beforehand, and kept while nobody uses them."),
    OptionDefinition(
      "pool.warm", .bool, default: "false",
      summary:
        "Whether opening the governor waits until there are pool.min connections, and fails where one can't be opened."),
    OptionDefinition(
      "pool.acquire-timeout", .duration, default: "30s",
      summary: "How long a call waits for a connection before it fails with a timeout."),
    OptionDefinition(
      "pool.idle-timeout", .duration, default: "10m",
      summary: "After how long without use a connection is closed, down to pool.min; 0 keeps all."),
    OptionDefinition(
      "pool.max-lifetime", .duration, default: "30m",
      summary:
        "How old a connection becomes before it is replaced while nobody uses it; up to 2.5 % less, and 30 seconds less than the "
        + "server keeps idle ones. 0 is for ever, and 30s the least."),
    OptionDefinition(
      "pool.keepalive", .duration, default: "0",
      summary:
        "After how long of silence an idle connection is asked for a sign of life, on nobody's time; 0 never asks."),
    OptionDefinition(
      "pool.leak-threshold", .duration, default: "0",
      summary: "After how long a warning names who holds a connection, and where; 0 never warns."),
    OptionDefinition(
      "pool.idle-transaction", .duration, default: "60s",
      summary:
        "After how long without a statement a transaction with an asynchronous body is rolled back; 0 keeps it for good."
    ),
    OptionDefinition(
      "pool.reset", .bool, default: "true",
      summary:
        "Whether what a closure left in a connection's session, such as a temporary table or a variable, is undone before "
        + "anyone else uses the connection."),
    OptionDefinition(
      "statement-timeout", .duration,
      summary: "How long a statement may run before it is stopped; without it, or with 0, as long as it takes."),
    OptionDefinition(
      "statement-cache", .integer(0...100_000), default: "128",
      summary: "How many prepared statements each connection keeps; 0 keeps none."),
    OptionDefinition(
      "slow-statement", .duration, default: "1s",
      summary: "From what duration on a statement is logged as slow; 0 switches this off."),
    OptionDefinition(
      "log-values", .bool, default: "false",
      summary: "Whether logged statements show the values bound to them, which may be secret."),
    OptionDefinition(
      "warnings", .choice(["log", "ignore"]), default: "log",
      summary:
        "Whether what the database warns of is asked for, which costs a round trip where it warns, given with the result "
        + "and logged; with ignore it is none of these."),
    OptionDefinition(
      "errors-carry-parameters", .bool, default: "false",
      summary: "Whether errors hold the values bound to the statement, which may be secret."),
  ])
}

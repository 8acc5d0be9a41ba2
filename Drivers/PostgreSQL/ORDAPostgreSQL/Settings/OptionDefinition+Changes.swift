internal import ORDA

extension OptionDefinition {
  /// How changes are followed.
  static let changes = [
    OptionDefinition(
      "changes", .choice(["auto", "log", "triggers", "poll", "none"]), default: "auto",
      summary:
        "How changes are followed while somebody listens to them: by the server's log; by triggers, if they are "
        + "installed; by asking again and again whether tables may have changed; not at all; or with auto by the first of "
        + "these that can be."),
    OptionDefinition(
      "poll-interval", .duration, default: "1s",
      summary: "How often it is asked whether tables may have changed, where that is how changes are followed."),
    OptionDefinition(
      "change-linger", .duration, default: "3s",
      summary: "How long changes are followed on when nobody listens any more, for whoever listens soon after."),
    OptionDefinition(
      "change-limit", .integer(0...10_000_000), default: "100000",
      summary:
        "How many changed rows of a table a transaction tells one by one; of more it tells that the table changed."),
  ]
}

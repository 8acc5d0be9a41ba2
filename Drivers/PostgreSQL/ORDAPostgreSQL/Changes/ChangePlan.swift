internal import Logging
internal import ORDA

/// What following a server's changes needs, by whatever means; one for each governor.
struct ChangePlan: Sendable {
  var settings: PostgreSQLSettings
  /// How many changed rows of a table a transaction reports one by one.
  var rowLimit: Int
  /// How often to ask which tables may have changed, where the log does not tell.
  var interval: Duration
  /// False if what triggers have noted is not to be used.
  var usesTriggers: Bool
  var logger: Logger
  var commits: ServerCommits
  /// The number that identifies own commits.
  var owner: Int
  /// What the server had, when the governor was opened.
  var conditions: LogConditions
}

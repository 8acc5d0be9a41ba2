internal import Logging
internal import ORDA
internal import ORDAThreads

/// What following a server's changes takes, by whatever means; one for each governor.
struct ChangePlan: Sendable {
  var settings: MariaDBSettings
  var naming: MariaDBNaming
  /// How many changed rows of a table a transaction tells one by one.
  var rowLimit: Int
  /// How often it is asked which tables may have changed, where there is no log.
  var interval: Duration
  /// Whether what triggers have noted is read.
  var usesTriggers: Bool
  var logger: Logger
  var commits: ServerCommits
  /// By which own commits are known.
  var owner: Int
  /// Tables of other databases that somebody has asked for, and hears of also while others hear of all tables, which are
  /// those of the URL's database.
  let named = Lock<Set<TableName>>([])
}

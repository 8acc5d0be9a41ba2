internal import Logging
internal import ORDA
internal import ORDAThreads

/// What following a server's changes needs, by whatever means; one for each governor.
struct ChangePlan: Sendable {
  var settings: MariaDBSettings
  var naming: MariaDBNaming
  /// How many changed rows of a table a transaction reports one by one.
  var rowLimit: Int
  /// How often to ask which tables may have changed, if there is no log.
  var interval: Duration
  /// Whether to read what triggers have noted.
  var usesTriggers: Bool
  var logger: Logger
  var commits: ServerCommits
  /// The number that identifies own commits.
  var owner: Int
  /// Tables of other databases that somebody has asked for. They are followed even while somebody else hears of all
  /// tables, which means those of the URL's database.
  let named = Lock<Set<TableName>>([])
}

/// Times without an option; tests set shorter ones.
struct FixedLimits: Sendable {
  /// The age from which a reader that holds back an overgrown log is reported.
  var longReader = Duration.seconds(10)
  /// The minimum time between checks of the log's size.
  var logCheck = Duration.seconds(5)
  /// How long undoing a transaction, or what was left in a session, may take before the connection is cut, which undoes
  /// as well.
  var undoing = Duration.seconds(30)
}

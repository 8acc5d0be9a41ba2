/// Times for which there is no option; tests set shorter ones.
struct FixedLimits: Sendable {
  /// From what age on a reader that holds an overgrown log back is told of.
  var longReader = Duration.seconds(10)
  /// How often at most the size of the log is asked for.
  var logCheck = Duration.seconds(5)
  /// How long undoing a transaction, or what was left in a session, may take before the connection is cut, which undoes
  /// as well.
  var undoing = Duration.seconds(30)
}

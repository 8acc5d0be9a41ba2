/// What `replica-lag` says.
enum ReplicaLag: String {
  /// What reads goes to the first host as long as a replica lags behind.
  case primary
  /// It waits for the replica, but no longer than this, and then goes to the first host.
  case wait

  var patience: Duration { self == .wait ? .seconds(1) : .zero }
}

/// How long a commit waits, so that its changes are reported before its caller goes on.
enum OwnChangeWait {
  static let duration = Duration.seconds(1)
}

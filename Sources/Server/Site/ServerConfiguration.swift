public import ORDA

/// What ``DatabaseServer`` serves, where, and what it allows.
public struct ServerConfiguration: Sendable {
  /// The databases, each opened already. They stay the caller's, who closes them afterwards.
  ///
  /// Where nothing may be written they had better be opened so that nothing can be, such as by SQLite's option `confined`: the
  /// server's own checks are not the only ones then.
  public var databases: [any Governor]
  /// The address to listen on; 127.0.0.1 is this machine alone.
  public var host: String = "127.0.0.1"
  /// The port; 0 for any that is free.
  public var port: Int = 0
  /// Other names that this server may be asked by, besides `localhost` and addresses.
  public var names: [String] = []
  /// False to let in everybody who can connect: without it a token is needed, which the address has that ``DatabaseServer/run(ready:)``
  /// gives.
  public var needsToken = true
  /// True where data may be changed.
  public var isWritable = false
  /// How long a statement may take.
  public var statementLimit: Duration = .seconds(10)
  /// How many rows of a statement are shown.
  public var rowLimit = 1000
  /// How many bytes a file may have that is imported. It is kept on disk while it comes, in TMPDIR or `/var/tmp`.
  public var largestUpload = 4_000_000_000
  /// How long the import of a file may take, from when it is there: so long other writers may have to wait for it.
  public var importLimit: Duration = .seconds(600)

  /// A server of these databases on this machine alone, to read.
  public init(databases: [any Governor]) { self.databases = databases }
}

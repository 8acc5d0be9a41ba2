extension DatabaseURL {
  /// Where a database is.
  public enum Location: Sendable, Hashable {
    /// In memory, for as long as its governor lives.
    case memory
    /// In a file; a path that does not begin with `/` is relative to the working directory.
    case file(path: String)
    /// On a server.
    case server(Server)
  }

  /// A server, or several that serve the same database.
  public struct Server: Sendable, Hashable {
    /// The account; nil if the URL names none, empty for the anonymous one.
    public var user: String?
    /// The password; nil if the URL has none, which is not the same as an empty one.
    public var password: String?
    /// The hosts, in their order; at least one.
    public var hosts: [Host]
    /// The database to begin in; nil if the URL names none. An empty name counts as none.
    public var database: String? {
      get { databaseName }
      set { databaseName = newValue?.isEmpty == true ? nil : newValue }
    }
    private var databaseName: String?

    /// A server; a password needs a user.
    public init(user: String? = nil, password: String? = nil, hosts: [Host], database: String? = nil) {
      self.user = user
      self.password = password
      self.hosts = hosts
      self.database = database
    }
  }

  /// One host of a server.
  public struct Host: Sendable, Hashable {
    /// Where it listens.
    public var address: Address
    /// The TCP port, 1 to 65535; nil for the driver's default, always nil for a socket.
    public var port: Int?
    /// Parameters of this host only, for example `;role=replica`: in order, as written, each name once.
    public var parameters: [Option]

    /// A host.
    public init(_ address: Address, port: Int? = nil, parameters: [Option] = []) {
      self.address = address
      self.port = port
      self.parameters = parameters
    }
  }

  /// Where a host listens.
  public enum Address: Sendable, Hashable {
    /// A host by name, reached by TCP; `localhost` is a name like any other.
    case name(String)
    /// Four numbers with dots.
    case ipv4(String)
    /// An IPv6 address without its brackets, with its zone if it has one: `fe80::1%eth0`.
    case ipv6(String)
    /// A Unix socket by its absolute path.
    case socket(path: String)
  }

  /// A name and a value, as written and percent-decoded.
  public struct Option: Sendable, Hashable {
    /// The name; never empty in a URL.
    public var name: String
    /// The value; may be empty.
    public var value: String

    /// A name and a value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }
}

extension DatabaseURL {
  /// The database's own name: on a server what the URL names, otherwise the file's; nil if there is none.
  var databaseName: String? {
    switch location {
    case .memory: ":memory:"
    case .file(let path): path.split(separator: "/").last.map(String.init)
    case .server(let server): server.database
    }
  }

  /// What a governor is called where the program gives it no name: `mariadb:music`.
  var label: String { "\(scheme):\(databaseName ?? "")" }
}

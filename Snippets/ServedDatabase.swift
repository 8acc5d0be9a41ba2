// A program that shows its database in a browser: docs/serve.md and the documentation of ORDAServer show it. It is there with the
// package's trait Server, and ends by Control-C.

#if Server
  import ORDA
  import ORDASQLite
  import ORDAServer

  // snippet.server
  func serve() async throws {
    try SQLite.register()
    let db = try await ORDA.open("sqlite:music.db?confined=true")
    var configuration = ServerConfiguration(databases: [db])
    configuration.port = 8080
    try await DatabaseServer(configuration).run { address in print(address) }
    try await db.close(within: .seconds(1))
  }
  // snippet.end

  try await serve()
#else
  print("This needs the package's trait Server.")
#endif

#if PostgreSQL
  import Foundation
  import PostgreSQLTestServer
  import TestSupport
  import Testing

  @testable import Command

  /// The files in which PostgreSQL's own programs look for accounts and passwords.
  @Suite("PostgreSQL's files") struct PostgreSQLFilesTests {
    /// A server that wants the password of one account.
    private static func server() throws -> PrivatePostgreSQL {
      let server = try PrivatePostgreSQL()
      let made = ShellCommand.status(
        of: """
          set -e; cd '\(server.folder)'
          '\(Repository.folder.path)/Scripts/postgresql.sh' client '\(server.folder)' -q \\
            -c "CREATE ROLE ada LOGIN PASSWORD 'se:cret'" -c 'CREATE DATABASE music OWNER ada'
          printf '%s\\n' 'host all ada 127.0.0.1/32 scram-sha-256' 'local all all trust' \\
            'host all postgres 127.0.0.1/32 trust' > data/pg_hba.conf
          """)
      #expect(made == 0)
      PrivatePostgreSQL.script(["stop", server.folder])
      PrivatePostgreSQL.script(["start", server.folder, server.port])
      return server
    }

    private static func write(_ text: String, to path: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    @Test("A password comes from PGPASSFILE, and an account, its password and its database from a service")
    func files() async throws {
      let server = try Self.server()
      let folder = try TemporaryFolder()
      let address = "127.0.0.1:\(server.port)"
      let question = "SELECT current_user, current_database()"
      let refused = try await orda(
        "query", "postgresql://ada@\(address)/music?tls=prefer", question, in: folder,
        environment: ["PGPASSFILE": folder.file("nothing")])
      #expect(refused.status == 1 && refused.error.contains("password"), "\(refused.error)")

      try Self.write("127.0.0.1:\(server.port):music:ada:se\\:cret\n", to: folder.file("passwords"))
      let known = try await orda(
        "query", "postgresql://ada@\(address)/music?tls=prefer", question, "--format", "csv", in: folder,
        environment: ["PGPASSFILE": folder.file("passwords")])
      #expect(known.output.split(whereSeparator: \.isNewline).last == "ada,music", "\(known.error)")

      try Self.write(
        "[music]\nuser=ada\npassword=se:cret\ndbname=music\nhost=nowhere.invalid\n", to: folder.file("services"))
      func asked(_ url: String) async throws -> BuiltProgram.Outcome {
        try await orda(
          "query", url, question, "--format", "csv", in: folder, environment: ["PGSERVICEFILE": folder.file("services")]
        )
      }
      let served = try await asked("postgresql://\(address)?tls=prefer&service=music")
      #expect(served.output.split(whereSeparator: \.isNewline).last == "ada,music", "\(served.error)")
      let own = try await asked("postgresql://postgres@\(address)/postgres?tls=prefer&service=music")
      #expect(own.output.split(whereSeparator: \.isNewline).last == "postgres,postgres", "\(own.error)")
      let missing = try await asked("postgresql://\(address)?tls=prefer&service=opera")
      #expect(missing.status == 1 && missing.error.contains("opera"), "\(missing.error)")
    }
  }
#endif

#if PostgreSQL
  import Foundation
  import PostgreSQLTestServer
  import TestSupport
  import Testing

  @testable import Command

  /// Tickets of Kerberos in place of passwords.
  @Suite("PostgreSQL and Kerberos") struct PostgreSQLKerberosTests {
    /// A realm with a server that lets in whoever has a ticket.
    private final class Realm {
      let server: PrivatePostgreSQL
      private let files = "/tmp/orda-krb-" + UUID().uuidString.prefix(8).lowercased()

      init() throws {
        server = try PrivatePostgreSQL()
        try #require(script("start", "ada", "grace") == 0)
        let made = ShellCommand.status(
          of: """
            set -e; cd '\(server.folder)'
            '\(Repository.folder.path)/Scripts/postgresql.sh' client '\(server.folder)' -q \\
              -c 'CREATE ROLE ada LOGIN' -c "ALTER SYSTEM SET krb_server_keyfile = '\(server.folder)/data/service.keytab'"
            install -m 600 '\(files)/service.keytab' data/
            if [ "$(id -u)" = 0 ]; then chown postgres data/service.keytab; fi
            printf '%s\\n' 'host all all 127.0.0.1/32 gss include_realm=0' 'local all all trust' > data/pg_hba.conf
            """)
        try #require(made == 0)
        PrivatePostgreSQL.script(["stop", server.folder])
        PrivatePostgreSQL.script(["start", server.folder, server.port])
      }

      deinit { _ = script("stop") }

      @discardableResult
      func script(_ command: String, _ accounts: String...) -> Int32? {
        let owner = ProcessInfo.processInfo.processIdentifier
        let words = ([command, files] + accounts).map { "'\($0)'" }.joined(separator: " ")
        return ShellCommand.status(
          of:
            "ORDA_KERBEROS_OWNER=\(owner) exec '\(Repository.folder.path)/Scripts/kerberos.sh' \(words) >/dev/null </dev/null"
        )
      }

      /// Asks the server, with an account's ticket, who is logged in and how.
      func ask(_ account: String, ticket: String, _ options: String = "", in folder: TemporaryFolder) async throws
        -> BuiltProgram.Outcome
      {
        try await orda(
          "query", "postgresql://\(account)@localhost:\(server.port)/postgres?tls=disable\(options)",
          "SELECT current_user, principal FROM pg_stat_gssapi WHERE pid = pg_backend_pid()", "--format", "csv",
          in: folder,
          environment: ["KRB5_CONFIG": "\(files)/krb5.conf", "KRB5CCNAME": "\(files)/\(ticket).ticket"])
      }
    }

    // One test, for a realm with a server takes seconds to make.
    @Test("A ticket lets its account in, and no other; without one, or without an answer in time, the error says so")
    func tickets() async throws {
      let realm = try Realm()
      let folder = try TemporaryFolder()
      // Before a ticket for the server is cached, which needs no answer.
      realm.script("freeze")
      let asked = try await realm.ask("ada", ticket: "ada", "&connect-timeout=1s", in: folder)
      realm.script("thaw")
      // By itself Kerberos gives up after half a minute, and the error is another.
      #expect(asked.status == 1 && asked.error.contains("does not answer"), "\(asked.error)")

      let known = try await realm.ask("ada", ticket: "ada", in: folder)
      #expect(known.output.split(whereSeparator: \.isNewline).last == "ada,ada@ORDA.TEST", "\(known.error)")

      let other = try await realm.ask("ada", ticket: "grace", in: folder)
      #expect(other.status == 1 && other.error.contains("GSSAPI authentication failed"), "\(other.error)")
      let none = try await realm.ask("ada", ticket: "nobody", in: folder)
      #expect(none.status == 1 && none.error.contains("No Kerberos credentials available"), "\(none.error)")
    }
  }
#endif

import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// Passwords, certificates, and who may not come in.
@Suite(.ownThread, .serialized) struct AccountsTests {
  /// A server that wants passwords by SCRAM, certificates of clients for one account, and encrypts.
  private final class Secured {
    let server: PrivatePostgreSQL
    var folder: String { server.folder }
    private let host: String

    init() throws {
      server = try PrivatePostgreSQL()
      let root = try PostgreSQLServer.open(url: server.url)
      try root.executeScript(
        """
        CREATE ROLE ada LOGIN PASSWORD 'se cret/?#'; CREATE ROLE grace LOGIN;
        ALTER SYSTEM SET ssl = on; ALTER SYSTEM SET ssl_cert_file = 'server.crt';
        ALTER SYSTEM SET ssl_key_file = 'server.key'; ALTER SYSTEM SET ssl_ca_file = 'ca.crt';
        """)
      try root.close(within: .zero)
      host = "localhost:\(server.port)"
      let made = ShellCommand.status(
        of: """
          set -e; cd '\(server.folder)'
          openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -keyout ca.key -out ca.crt -subj /CN=own
          sign() {
            openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $1.key -out $1.csr -subj /CN=$2
            printf "subjectAltName=DNS:$2" > $1.ext
            openssl x509 -req -in $1.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -extfile $1.ext -out $1.crt
          }
          sign server localhost; sign client grace
          openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -keyout x.key -out other.crt -subj /CN=x
          chmod 600 client.key
          install -m 600 server.key server.crt ca.crt data/
          if [ "$(id -u)" = 0 ]; then chown postgres data/server.key data/server.crt data/ca.crt; fi
          printf '%s\\n' 'hostssl all grace 127.0.0.1/32 cert' 'host all ada 127.0.0.1/32 scram-sha-256' \\
            'local all all trust' 'host all postgres 127.0.0.1/32 trust' > data/pg_hba.conf
          """)
      #expect(made == 0)
      PrivatePostgreSQL.script(["stop", server.folder])
      PrivatePostgreSQL.script(["start", server.folder, server.port])
    }

    func open(_ account: String, _ options: String) throws -> any Governor {
      try PostgreSQLServer.open(url: "postgresql://\(account)@\(host)/postgres?\(options)")
    }
  }

  @Test("SCRAM, authorities, names and client certificates are what they are for")
  func secured() throws {
    let server = try Secured()
    let ca = "ca=\(server.folder)/ca.crt"
    func isEncrypted(_ account: String, _ options: String) throws -> Bool? {
      let db = try server.open(account, options)
      defer { try? db.close(within: .zero) }
      return try db.first(Bool.self, "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
    }
    let ada = "ada:se%20cret%2F%3F%23"
    try #expect(isEncrypted(ada, ca) == true)
    try #expect(isEncrypted(ada, "tls=disable") == false)
    try #expect(isEncrypted(ada, "tls=prefer") == true)
    try #expect(isEncrypted("grace", ca + "&cert=\(server.folder)/client.crt&key=\(server.folder)/client.key") == true)

    func refusal(_ account: String, _ options: String) -> DatabaseError? {
      #expect(throws: DatabaseError.self) { try server.open(account, options) }
    }
    let wrong = refusal("ada:wrong", "tls=prefer")
    #expect(wrong?.kind == .authentication)
    #expect(wrong?.sqlState == "28P01")
    #expect(refusal("ada", "tls=prefer")?.kind == .authentication)
    #expect(refusal("grace", ca)?.kind == .authentication)
    #expect(
      refusal(ada, "ca=\(server.folder)/other.crt").map { DatabaseError.Kind.cannotOpen.matches($0.kind) } == true)
    #expect(refusal(ada, "tls=verify-full").map { DatabaseError.Kind.cannotOpen.matches($0.kind) } == true)

    // The certificate is localhost's, and not that of the number.
    let number = "postgresql://\(ada)@127.0.0.1:\(server.server.port)/postgres?"
    let name = #expect(throws: DatabaseError.self) { try PostgreSQLServer.open(url: number + ca) }
    #expect(name.map { DatabaseError.Kind.cannotOpen.matches($0.kind) } == true)
    let db = try PostgreSQLServer.open(url: number + ca + "&tls=verify-ca")
    try #expect(db.first(Int.self, "SELECT 1") == 1)
    try db.close(within: .zero)
  }

  @Test("No error shows a password or a bound value")
  func secrets() throws {
    let db = try PostgreSQLServer.open()
    defer {
      _ = try? db.execute("DROP TABLE secrets")
      try? db.close(within: .zero)
    }
    try db.executeScript(
      "DROP TABLE IF EXISTS secrets; CREATE TABLE secrets (id INT PRIMARY KEY, t TEXT UNIQUE CHECK (t <> 'hush-2'))")
    try db.execute("INSERT INTO secrets VALUES (1, 'hush-1')")
    let statements: [SQL] = [
      "INSERT INTO secrets VALUES (2, \("hush-1"))", "INSERT INTO secrets VALUES (3, \("hush-2"))",
      "INSERT INTO secrets VALUES (\("hush-3"), 'x')", "SELECT \("hush-4")::int", "SELECT \("hush-5")::date",
      "SELECT \("hush-6")::json", "SELECT \("hush-7")::uuid",
    ]
    for sql in statements {
      let error = #expect(throws: DatabaseError.self) { try db.query(sql) }
      #expect(error?.description.contains("hush") == false, "\(String(describing: error))")
    }
  }
}

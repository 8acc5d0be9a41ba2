import Testing

@testable import ORDA

@Suite("URLs of servers")
struct ServerURLTests {
  typealias Host = DatabaseURL.Host
  typealias Option = DatabaseURL.Option
  typealias Server = DatabaseURL.Server

  @Test(
    "The server",
    arguments: [
      ("mariadb://h", Server(hosts: [Host(.name("h"))])),
      ("mariadb://h/", Server(hosts: [Host(.name("h"))])),
      ("mariadb://localhost/music", Server(hosts: [Host(.name("localhost"))], database: "music")),
      ("mariadb://app@h/m", Server(user: "app", hosts: [Host(.name("h"))], database: "m")),
      ("mariadb://app:@h", Server(user: "app", password: "", hosts: [Host(.name("h"))])),
      ("mariadb://@h", Server(user: "", hosts: [Host(.name("h"))])),
      ("mariadb://:pw@h", Server(user: "", password: "pw", hosts: [Host(.name("h"))])),
      ("mariadb://u:p:w@h", Server(user: "u", password: "p:w", hosts: [Host(.name("h"))])),
      ("mariadb://u:p@ss,w@h:1", Server(user: "u", password: "p@ss,w", hosts: [Host(.name("h"), port: 1)])),
      ("mariadb://a@b:p@h", Server(user: "a@b", password: "p", hosts: [Host(.name("h"))])),
      ("mariadb://u%3Av:p%2Fw+@h", Server(user: "u:v", password: "p/w+", hosts: [Host(.name("h"))])),
      ("mariadb://h:3306/d", Server(hosts: [Host(.name("h"), port: 3306)], database: "d")),
      ("mariadb://h:65535", Server(hosts: [Host(.name("h"), port: 65535)])),
      ("mariadb://h:0001", Server(hosts: [Host(.name("h"), port: 1)])),
      ("mariadb://10.0.0.1:1", Server(hosts: [Host(.ipv4("10.0.0.1"), port: 1)])),
      ("mariadb://[::1]", Server(hosts: [Host(.ipv6("::1"))])),
      ("mariadb://[fe80::1%25eth0]:3307", Server(hosts: [Host(.ipv6("fe80::1%eth0"), port: 3307)])),
      (
        "mariadb://%2Frun%2Fmysqld.sock/db",
        Server(hosts: [Host(.socket(path: "/run/mysqld.sock"))], database: "db")
      ),
      (
        "mariadb://h1:1,h2,[::1]:3/db",
        Server(hosts: [Host(.name("h1"), port: 1), Host(.name("h2")), Host(.ipv6("::1"), port: 3)], database: "db")
      ),
      (
        "mariadb://h1:1;role=replica;tls=verify%2Dca,h2;zone=",
        Server(hosts: [
          Host(.name("h1"), port: 1, parameters: [Option("role", "replica"), Option("tls", "verify-ca")]),
          Host(.name("h2"), parameters: [Option("zone", "")]),
        ])
      ),
      ("mariadb://h/a%2Fb%20c+@d", Server(hosts: [Host(.name("h"))], database: "a/b c+@d")),
      ("mariadb://Müller.example/ü", Server(hosts: [Host(.name("Müller.example"))], database: "ü")),
    ])
  func server(text: String, server: Server) throws {
    let url = try DatabaseURL(text, shape: .server)
    #expect(url.location == .server(server))
    #expect(url.scheme == "mariadb")
    #expect(try DatabaseURL(url.textWithSecrets, shape: .server) == url)
  }

  @Test func schemeAndMode() throws {
    let url = try DatabaseURL("MariaDB+LoadBalance://h1,h2/db?a=1&b=x%26y&a=2&c=p=q", shape: .server)
    #expect(url.scheme == "mariadb")
    #expect(url.mode == "loadbalance")
    #expect(url.options == [Option("a", "1"), Option("b", "x&y"), Option("a", "2"), Option("c", "p=q")])
    #expect(url.textWithSecrets == "mariadb+loadbalance://h1,h2/db?a=1&b=x%26y&a=2&c=p=q")
    #expect(try DatabaseURL.scheme(of: "MySQL+replication://x") == "mysql")
    #expect(throws: Never.self) { try url.requireMode(oneOf: ["sequential", "loadbalance"]) }
    let error = #expect(throws: DatabaseError.self) { try url.requireMode(oneOf: ["sequential", "load-balanced"]) }
    #expect(error?.kind == .badURL)
    #expect(error?.message.contains("did you mean 'load-balanced'?") == true)
  }

  @Test(
    "Errors",
    arguments: [
      ("mariadb:h/db", "mariadb://localhost/music"),
      ("mariadb:/h/db", "mariadb://localhost/music"),
      ("mariadb:", "mariadb://localhost/music"),
      ("mariadb://", "names no host"),
      ("mariadb:///db", "names no host"),
      ("mariadb://u@/db", "names no host"),
      ("mariadb://h1,,h2/db", "a host is empty"),
      ("mariadb://h1,/db", "a host is empty"),
      ("mariadb://;role=x/db", "a host is empty"),
      ("mariadb://:33/db", "a host's name is empty"),
      ("mariadb://h:/db", "a port from 1 to 65535"),
      ("mariadb://h:0/db", "a port from 1 to 65535"),
      ("mariadb://h:65536/db", "a port from 1 to 65535"),
      ("mariadb://h:99999999999999999999999/db", "a port from 1 to 65535"),
      ("mariadb://h:-1/db", "a port from 1 to 65535"),
      ("mariadb://h:+1/db", "a port from 1 to 65535"),
      ("mariadb://::1/db", "an IPv6 address is written [::1]"),
      ("mariadb://[::1/db", "not closed by ]"),
      ("mariadb://[::1]x/db", "a port from 1 to 65535"),
      ("mariadb://[1.2.3.4]/db", "no IPv6 address"),
      ("mariadb://[h]/db", "no IPv6 address"),
      ("mariadb://[]/db", "no IPv6 address"),
      ("mariadb://[::1%25]/db", "no IPv6 address"),
      ("mariadb://[::1%eth0]/db", "in an IPv6 address, a % is not followed"),
      ("mariadb://1.2.3/db", "no IPv4 address"),
      ("mariadb://1.2.3.256/db", "no IPv4 address"),
      ("mariadb://1.2.3.4./db", "no IPv4 address"),
      ("mariadb://h h/db", "no host has"),
      ("mariadb://h%40x/db", "no host has"),
      ("mariadb://h%2Cx/db", "no host has"),
      ("mariadb://a%2Frun/db", "no host has"),
      ("mariadb://%2Frun%2Fx.sock:33/db", "a socket has no port"),
      ("mariadb://%2Frun%00/db", "a host holds a NUL"),
      ("mariadb://h;role/db", "after ; stands name=value"),
      ("mariadb://h;=x/db", "a host's parameter has no name"),
      ("mariadb://h;a=1;A=2/db", "the same parameter twice"),
      ("mariadb://h/db/x", "written %2F"),
      ("mariadb://h/db/", "written %2F"),
      ("mariadb://u:pa/ss@h/db", "/ ? # are written %2F %3F %23"),
      ("mariadb://u%zz@h/db", "in the user, a % is not followed"),
      ("mariadb://u:%zz@h/db", "in the password, a % is not followed"),
      ("mariadb://u:%FF@h/db", "the password is not UTF-8"),
      ("mariadb://u:%00@h/db", "the password holds a NUL"),
      ("mariadb://h/%FF", "the database's name is not UTF-8"),
      ("mariadb://h/d%00b", "the database's name holds a NUL"),
      ("mariadb://h/db#x", "encode # as %23"),
      ("mariadb://u:p#w@h/db", "encode # as %23"),
      ("mariadb://h/db?", "option 1 is empty"),
      ("mariadb://h/db?a=1&", "option 2 is empty"),
      ("mariadb://h/db?a=1&&b=2", "option 2 is empty"),
      ("mariadb://h/db?read-only", "option 'read-only' has no value"),
      ("mariadb://h/db?a=1&rest@x", "option number 2 has no value"),
      ("mariadb://h/db?=x", "option 1 has no name"),
      ("mariadb://h/db?a=%zz", "in the value of option 1, a % is not followed"),
      ("mariadb://h/db?%ff=a", "the name of option 1 is not UTF-8"),
      ("mariadb://h/db?a=1?b=2", "a second ?"),
      ("mariadb+://h", "the mode after mariadb+"),
      ("mariadb+a.b://h", "the mode after mariadb+"),
      ("mariadb+a+b://h", "the mode after mariadb+"),
      ("mariadb://h\u{7F}/db", "control character"),
      ("h/db", "has no scheme"),
      ("//u:hunter2@h/db", "does not begin with a scheme"),
      (" mariadb://h", "does not begin with a scheme"),
      ("1mariadb://h", "does not begin with a scheme"),
      ("maria_db://h", "does not begin with a scheme"),
      (":memory:", "does not begin with a scheme"),
    ])
  func errors(text: String, hint: String) {
    let error = #expect(throws: DatabaseError.self) { try DatabaseURL(text, shape: .server) }
    #expect(error?.kind == .badURL)
    #expect(error?.code == .badURL)
    #expect(error?.message.contains(hint) == true, "\(text) gives: \(error?.message ?? "nothing")")
  }

  @Test("An empty text has a code of its own", arguments: [DatabaseURL.Shape.file, .server])
  func empty(shape: DatabaseURL.Shape) {
    let error = #expect(throws: DatabaseError.self) { try DatabaseURL("", shape: shape) }
    #expect(error?.kind == .badURL)
    #expect(error?.code == .nilURL)
    #expect(error?.code.class == .error)
    #expect(error?.code.subclass == .connection)
    let schemeError = #expect(throws: DatabaseError.self) { try DatabaseURL.scheme(of: "") }
    #expect(schemeError?.code == .nilURL)
  }

  @Test(
    "What no URL has can't be built either",
    arguments: [
      DatabaseURL.Location.file(path: ""), .file(path: "a\0b"), .server(Server(hosts: [])),
      .server(Server(password: "x", hosts: [Host(.name("h"))])), .server(Server(user: "\0", hosts: [Host(.name("h"))])),
      .server(Server(hosts: [Host(.name(""))])), .server(Server(hosts: [Host(.name("1.2.3.4"))])),
      .server(Server(hosts: [Host(.name("/run"))])), .server(Server(hosts: [Host(.name("a b"))])),
      .server(Server(hosts: [Host(.ipv4("h"))])), .server(Server(hosts: [Host(.ipv4("1.2.3.4\0"))])),
      .server(Server(hosts: [Host(.ipv6("[::1]"))])), .server(Server(hosts: [Host(.ipv6("::1\0"))])),
      .server(Server(hosts: [Host(.socket(path: "run"))])),
      .server(Server(hosts: [Host(.socket(path: "/x"), port: 1)])),
      .server(Server(hosts: [Host(.name("h"), port: 0)])), .server(Server(hosts: [Host(.name("h"), port: 65536)])),
      .server(Server(hosts: [Host(.name("h"), parameters: [Option("", "x")])])),
      .server(Server(hosts: [Host(.name("h"), parameters: [Option("a", "1"), Option("A", "2")])])),
    ])
  func unbuildable(location: DatabaseURL.Location) {
    let error = #expect(throws: DatabaseError.self) { try DatabaseURL(scheme: "x", location: location) }
    #expect(error?.kind == .badURL)
  }

  @Test func unbuildableSchemesAndOptions() {
    for scheme in ["", "1", "a+b", "a:b", "ä"] {
      let error = #expect(throws: DatabaseError.self) { try DatabaseURL(scheme: scheme, location: .memory) }
      #expect(error?.kind == .badURL)
    }
    let server = DatabaseURL.Location.server(Server(hosts: [Host(.name("h"))]))
    for mode in ["", "a b", "a+b"] {
      let error = #expect(throws: DatabaseError.self) { try DatabaseURL(scheme: "x", mode: mode, location: server) }
      #expect(error?.kind == .badURL)
    }
    for option in [Option("", "x"), Option("a\0", ""), Option("a", "\0")] {
      let error = #expect(throws: DatabaseError.self) {
        try DatabaseURL(scheme: "x", location: .memory, options: [option])
      }
      #expect(error?.kind == .badURL)
    }
  }

  @Test func anEmptyDatabaseIsNone() throws {
    var server = Server(hosts: [Host(.name("h"))], database: "")
    #expect(server.database == nil)
    server.database = ""
    let url = try DatabaseURL(scheme: "x", location: .server(server))
    #expect(url.textWithSecrets == "x://h")
  }
}

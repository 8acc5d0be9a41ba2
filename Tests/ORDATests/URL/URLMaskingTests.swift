import Testing

@testable import ORDA

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Masking of secrets in URLs")
struct URLMaskingTests {
  @Test(
    "Descriptions",
    arguments: [
      ("mariadb://app:hunter2@h/db", "mariadb://app:***@h/db"),
      ("mariadb://app:@h/db", "mariadb://app:***@h/db"),
      ("mariadb://app@h/db", "mariadb://app@h/db"),
      ("mariadb://h/db?password=hunter2&a=1", "mariadb://h/db?password=***&a=1"),
      ("mariadb://h/db?Pass-Word=hunter2", "mariadb://h/db?Pass-Word=***"),
      ("mariadb://h/db?sslKey=hunter2", "mariadb://h/db?sslKey=***"),
      ("mariadb://h/db?ssl_key=hunter2", "mariadb://h/db?ssl_key=***"),
      ("mariadb://h/db?apikey=hunter2", "mariadb://h/db?apikey=***"),
      ("mariadb://h/db?access-token=hunter2", "mariadb://h/db?access-token=***"),
      ("mariadb://h/db?clientSecret=hunter2", "mariadb://h/db?clientSecret=***"),
      ("mariadb://h/db?key-passphrase=hunter2", "mariadb://h/db?key-passphrase=***"),
      ("mariadb://h/db?passwrd=x&pwd=hunter2", "mariadb://h/db?passwrd=x&pwd=***"),
      ("mariadb://h/db?password-env=DB_PW", "mariadb://h/db?password-env=DB_PW"),
      ("mariadb://h/db?password_file=/run/db", "mariadb://h/db?password_file=/run/db"),
      ("mariadb://h;token=hunter2/db", "mariadb://h;token=***/db"),
      ("mariadb://h/db?init=SET%20password%20=%20'hunter2'", "mariadb://h/db?init=***"),
      ("mariadb://h/db?proxy=http://u:hunter2@p", "mariadb://h/db?proxy=***"),
      ("sqlite:x.db?pragma.key=hunter2", "sqlite:x.db?pragma.key=***"),
      ("sqlite:x.db?pragma.foreign_keys=1", "sqlite:x.db?pragma.foreign_keys=1"),
    ])
  func description(text: String, masked: String) throws {
    let url = try DatabaseURL(text, shape: text.hasPrefix("sqlite") ? .file : .server)
    #expect(url.description == masked)
    #expect(url.textWithSecrets != masked || !text.contains("hunter2"))
  }

  @Test func secretsByTable() throws {
    let table = OptionTable([OptionDefinition("pin", .text, aliases: ["code"], isSecret: true, summary: "A pin.")])
    let url = try DatabaseURL("x://h/db?PIN=4711&code=4711&zip=1", shape: .server)
    #expect(url.description(maskedBy: table) == "x://h/db?PIN=***&code=***&zip=1")
  }

  /// Everything that can be printed of a URL or an error, one way or another.
  private func printed(_ value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return "\(value)" + String(reflecting: value) + dumped
  }

  @Test("No description and no dump of any URL holds its secrets")
  func neverShown() throws {
    for seed in UInt64(1)...500 {
      var generator = URLGenerator(seed: seed)
      let secret = "S3cr" + generator.text(0...3) + "t\(seed)S3cr"
      let encoded = percentEncoded(secret, keeping: "")
      let names = ["password", "ssl-key", "sslPassphrase", "api_token", "PWD", "client.secret"]
      let name = names[generator.number(0...names.count - 1)]
      var server = generator.server()
      server.user = "u"
      server.password = secret
      server.hosts[0].parameters.append(DatabaseURL.Option("token", secret))
      let options = generator.options(0...2) + [DatabaseURL.Option(name, secret)]
      let url = try DatabaseURL(scheme: "mariadb", location: .server(server), options: options)
      #expect(try DatabaseURL(url.textWithSecrets, shape: .server) == url, "seed \(seed)")
      for value in [url, [url], url.location, server, server.hosts, url.options] as [Any] {
        let text = printed(value)
        #expect(!text.contains("S3cr") && !text.contains(encoded), "seed \(seed)")
      }
    }
  }

  @Test("No error for a URL with a fault holds its password")
  func neverInErrors() {
    let tails = [
      "@h:x/db", "@h:99999/db", "@[::1/db", "@[x]/db", "@1.2.3/db", "@h%zz/db", "@h,,/db", "@h;a/db", "@h/a/b",
      "@h/db#x", "@h/db?x", "@h/db?=1", "@h/db?a=%zz", "@h/d%00", "@/db", "@%2Fx:3/db", "%zz@h/db", "%00@h/db",
      "%FF@h/db", "#@h/db", "/@h/db", "?@h/db", "/x?@h/db", "&x=1?y@h/db", "\n@h/db", "@h/db?a=1?b=2", "@h a/db",
    ]
    for (index, tail) in tails.enumerated() {
      for head in ["mariadb://u:", "mariadb:u:", "mariadb+a b://u:", "://u:", "//u:", "u v:", "mariadb://"] {
        let secret = "S3cret\(index)"
        let text = head + secret + tail
        for shape in [DatabaseURL.Shape.server, .file] {
          do {
            _ = try DatabaseURL(text, shape: shape)
          } catch {
            #expect(error.kind == .badURL)
            let isHost = head == "mariadb://"  // then it is no password, but a file's name
            #expect(isHost || !printed(error).contains("S3cret"), "\(shape): \(text)")
          }
        }
      }
    }
  }

  @Test("Foundation's URL is read by its text")
  func foundation() throws {
    let url = try #require(URL(string: "mariadb://app:pw@db.example:3307/music?pool.max=3"))
    let read = try DatabaseURL(url, shape: .server)
    #expect(read.textWithSecrets == "mariadb://app:pw@db.example:3307/music?pool.max=3")
  }
}

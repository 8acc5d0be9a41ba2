import Testing

@testable import ORDA
import ORDAPlatform

@Suite("Secrets given by value, variable and file")
struct SecretTests {
  static let table = OptionTable(OptionDefinition.secret("password", meaning: "A password"))

  private func values(_ options: [(String, String)]) throws -> OptionValues {
    try Self.table.resolve(options.map { DatabaseURL.Option($0.0, $0.1) })
  }

  /// Runs the body with a file that holds the bytes, in the folder for temporary files.
  private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    var template = Array("/tmp/orda-secret-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { unlink(path) }
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    try #require(written == bytes.count)
    try body(path)
  }

  @Test func eachWay() throws {
    #expect(try values([]).secret() == nil)
    #expect(try values([]).secret(given: "") == "")
    #expect(try values([]).secret(given: "pw") == "pw")
    #expect(try values([("password", "a b")]).secret() == "a b")
    #expect(try values([("passwordEnv", "V")]).secret(environment: { $0 == "V" ? "x\n" : nil }) == "x\n")
    #expect(try values([("password-env", "PATH")]).secret() != nil)
    #expect(try values([]).secret("nothing") == nil)
  }

  @Test(
    "One line break at the end of the file is left out",
    arguments: [
      ("pw", "pw"), ("pw\n", "pw"), ("pw\r\n", "pw"), ("pw\n\n", "pw\n"), ("pw\r", "pw\r"), (" p w ", " p w "),
      ("", ""),
      ("\n", ""), ("pässwörd\n", "pässwörd"),
      (String(repeating: "x", count: 65_536), String(repeating: "x", count: 65_536)),
    ])
  func file(content: String, secret: String) throws {
    try withFile(Array(content.utf8)) { path in
      let found = try values([("password-file", path)]).secret()
      #expect(found.map { Array($0.utf8) } == Array(secret.utf8))
    }
  }

  @Test(
    "More than one way is an error",
    arguments: [
      ([("password", "S3cret"), ("password-env", "PATH")], nil, "by password and by password-env"),
      ([("password-env", "PATH"), ("password-file", "/x")], nil, "by password-env and by password-file"),
      ([("password", "S3cret")], "S3cret", "by the part after the user and by password"),
      ([("password-file", "/x")], "", "by the part after the user and by password-file"),
    ] as [([(String, String)], String?, String)])
  func several(options: [(String, String)], given: String?, hint: String) throws {
    let values = try values(options)
    let error = #expect(throws: DatabaseError.self) { try values.secret(given: given) }
    #expect(error?.kind == .badURL)
    #expect(error?.message.contains(hint) == true)
    #expect(error.map { !"\($0)".contains("S3cret") } == true)
  }

  @Test(
    "A missing variable is not named: it may be the password",
    arguments: ["ORDA_NO_SUCH_VARIABLE", "", "A=B", "hunter2!"])
  func missingVariable(name: String) throws {
    let values = try values([("password-env", name)])
    let error = #expect(throws: DatabaseError.self) { try values.secret() }
    #expect(error?.kind == .badURL)
    #expect(
      error?.message.hasPrefix("the option 'password-env': there is no environment variable of that name") == true)
    if !name.isEmpty { #expect(error.map { !"\($0)".contains(name) } == true) }
  }

  @Test(
    "Why a file can't be read is told, and not its path: that may be the password",
    arguments: [
      ("/no/such/file", "No such file or directory"), ("/tmp", "Is a directory"),
      ("/dev/zero", "is longer than 64 KiB"),
      ("", "No such file or directory"),
    ])
  func unreadable(path: String, reason: String) throws {
    let values = try values([("password-file", path)])
    let error = #expect(throws: DatabaseError.self) { try values.secret() }
    #expect(error?.kind == .badURL)
    #expect(error?.message.contains("the option 'password-file': the file that it names ") == true)
    if !path.isEmpty { #expect(error.map { !"\($0)".contains(path) } == true) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }

  @Test func filesThatHoldNoText() throws {
    for (bytes, reason) in [(Array("S3cret\0".utf8), "holds a NUL"), (Array("S3cret".utf8) + [0xFF], "is not UTF-8")] {
      try withFile(bytes) { path in
        let values = try values([("password-file", path)])
        let error = #expect(throws: DatabaseError.self) { try values.secret() }
        #expect(error?.message.hasSuffix(reason) == true)
        #expect(error.map { !"\($0)".contains("S3cret") } == true)
      }
    }
  }

  @Test func aSecretIsShownByNothing() {
    let secret = Secret("S3cret")
    var dumped = ""
    dump((secret, [secret], secret as Secret?), to: &dumped)
    for text in [
      "\(secret)", String(reflecting: secret), "\([secret])", dumped, "\(Mirror(reflecting: secret).children.count)",
    ] {
      #expect(!text.contains("S3cret"))
    }
    #expect(secret.text == "S3cret")
  }

  @Test func aPasswordInThePlaceOfItsVariableIsMasked() throws {
    let misplaced = DatabaseURL.Option("password-env", "hunter2!")
    #expect("\(misplaced)" == "password-env=***")
    #expect("\(DatabaseURL.Option("password-env", "MUSIC_PASSWORD"))" == "password-env=MUSIC_PASSWORD")
    let explained = try values([("password-env", "hunter2!")]).explain()
    #expect(!explained.contains { $0.value?.contains("hunter2") == true })
  }
}

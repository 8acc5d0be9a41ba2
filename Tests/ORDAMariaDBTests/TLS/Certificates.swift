import Foundation

/// Certificates made anew by `openssl` for one run of the tests: an authority, what it signed, and a rogue authority.
struct Certificates: Sendable {
  private let folder: TemporaryFolder

  static let shared: Result<Certificates, any Error> = Result {
    // What lasts as long as the process is not let go at its end.
    atexit { if case .success(let made) = shared { try? FileManager.default.removeItem(atPath: made.folder.path) } }
    return try Certificates()
  }

  /// The authority's certificate.
  var authority: String { folder.file("ca.pem") }
  /// Another authority's, which signed nothing here.
  var rogueAuthority: String { folder.file("rogue.pem") }
  /// Of this machine's names: localhost and 127.0.0.1.
  var server: Pair { pair("server") }
  /// Of another machine's name.
  var otherServer: Pair { pair("other") }
  /// Of the account app.
  var client: Pair { pair("client") }
  /// Signed by the rogue authority.
  var rogueClient: Pair { pair("rogue-client") }

  struct Pair: Sendable {
    let certificate: String
    let key: String
  }

  private func pair(_ name: String) -> Pair {
    Pair(certificate: folder.file(name + ".pem"), key: folder.file(name + ".key"))
  }

  /// The SHA-1 fingerprint of a certificate, in hexadecimal digits with colons.
  func fingerprint(of pair: Pair) throws -> String {
    let output = folder.file("fingerprint")
    try Shell.run("openssl x509 -sha1 -fingerprint -noout -in '\(pair.certificate)' > '\(output)'")
    let text = try String(contentsOfFile: output, encoding: .utf8)
    return text.split(separator: "=").last.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
  }

  init() throws {
    folder = try TemporaryFolder()
    for authority in ["ca", "rogue"] {
      try Shell.run(
        """
        cd '\(folder.path)' && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
        -subj '/CN=ORDA test \(authority)' -keyout \(authority).key -out \(authority).pem
        """)
    }
    try sign("server", "localhost", "DNS:localhost,IP:127.0.0.1", by: "ca")
    try sign("other", "db.example.org", "DNS:db.example.org", by: "ca")
    try sign("client", "app", "DNS:app", by: "ca")
    try sign("rogue-client", "app", "DNS:app", by: "rogue")
  }

  private func sign(_ name: String, _ subject: String, _ alternatives: String, by authority: String) throws {
    try Shell.run(
      """
      cd '\(folder.path)' && openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj '/CN=\(subject)' \
      -keyout \(name).key -out \(name).csr && printf 'subjectAltName=\(alternatives)\\n' > \(name).ext && \
      openssl x509 -req -in \(name).csr -CA \(authority).pem -CAkey \(authority).key -CAcreateserial -days 2 \
      -extfile \(name).ext -out \(name).pem
      """)
  }
}

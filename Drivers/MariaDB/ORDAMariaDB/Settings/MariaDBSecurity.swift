internal import ORDA

/// How a connection is secured.
struct MariaDBSecurity: Sendable {
  /// What the server must offer.
  enum Mode: String, Sendable {
    /// Encryption, a certificate of a known authority, and the server's name in it.
    case verifyFull = "verify-full"
    /// Encryption, and a certificate of a known authority.
    case verifyAuthority = "verify-ca"
    /// Encryption if the server has it.
    case prefer
    /// Clear text.
    case disable
  }

  /// What the URL asks for; nil for what suits the host.
  var wanted: Mode?
  var authorities: String?
  var certificate: String?
  var key: String?
  var fingerprint: String?

  init(_ options: OptionValues) throws(DatabaseError) {
    wanted = options.choice("tls").flatMap(Mode.init)
    authorities = options.text("ca")
    certificate = options.text("cert")
    key = options.text("key")
    fingerprint = options.text("fingerprint")
    if wanted == .verifyAuthority, authorities == nil {
      throw DatabaseError(.badURL, "tls=verify-ca needs the authorities' certificates: ca=FILE")
    }
    if wanted == .disable || wanted == .prefer, authorities != nil || fingerprint != nil {
      throw DatabaseError(
        .badURL, "ca and fingerprint check the server, which tls=\(wanted?.rawValue ?? "") does not; use verify-full")
    }
    if let fingerprint, !Self.isFingerprint(fingerprint) {
      throw DatabaseError(
        .badURL, "the option 'fingerprint' is 20 bytes in hexadecimal, with or without colons (openssl x509 -sha1)")
    }
  }

  private static func isFingerprint(_ text: String) -> Bool {
    let digits = text.utf8.filter { $0 != 0x3A }
    return digits.count == 40
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0 & 0xDF) }
  }

  /// What a host must offer.
  func mode(for host: DatabaseURL.Host) -> Mode {
    if let wanted { return wanted }
    if case .socket = host.address { return .disable }
    if authorities != nil || fingerprint != nil { return .verifyFull }
    return host.isLocal ? .prefer : .verifyFull
  }
}

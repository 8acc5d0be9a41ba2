internal import CPostgreSQL
internal import ORDA

/// How a connection is secured.
struct PostgreSQLSecurity: Sendable {
  /// What the server must offer; the raw values are libpq's, too.
  enum Mode: String, Sendable {
    /// Encryption, a certificate of a known authority, and the server's name in it.
    case verifyFull = "verify-full"
    /// Encryption, and a certificate of a known authority.
    case verifyAuthority = "verify-ca"
    /// Encryption.
    case require
    /// Encryption if the server has it.
    case prefer
    /// Clear text.
    case disable
  }

  /// What the URL asks for; nil for what suits the host.
  let wanted: Mode?
  let authorities: String?
  let certificate: String?
  let key: String?

  init(_ options: OptionValues) throws(DatabaseError) {
    wanted = options.choice("tls").flatMap(Mode.init)
    authorities = options.text("ca")
    certificate = options.text("cert")
    key = options.text("key")
    if wanted == .verifyAuthority, authorities == nil {
      throw DatabaseError(.badURL, "tls=verify-ca needs the authorities' certificates: ca=FILE")
    }
    if let wanted, wanted != .verifyAuthority, wanted != .verifyFull, authorities != nil {
      throw DatabaseError(.badURL, "ca checks the server, which tls=\(wanted.rawValue) does not; use verify-full")
    }
  }

  /// What a host must offer.
  func mode(for host: DatabaseURL.Host) -> Mode {
    if case .socket = host.address { return .disable }
    if let wanted { return wanted }
    if authorities != nil { return .verifyFull }
    return host.isLocal ? .prefer : .verifyFull
  }

  /// libpq's names of what a connection to a host needs.
  func parameters(for host: DatabaseURL.Host) -> [(String, String)] {
    let mode = mode(for: host)
    var parameters = [("sslmode", mode.rawValue)]
    if mode == .disable { return parameters }
    if mode == .verifyFull || mode == .verifyAuthority {
      parameters.append(("sslrootcert", authorities ?? Self.systemAuthorities ?? "system"))
    } else {
      // Else the library would look into a file of the account's, and check by it.
      parameters.append(("sslrootcert", "/nonexistent"))
    }
    if let certificate { parameters.append(("sslcert", certificate)) }
    if let key { parameters.append(("sslkey", key)) }
    return parameters
  }

  /// The system's file of authorities, where it is known; libpq finds it itself since 16 only.
  private static let systemAuthorities: String? = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    "/opt/homebrew/etc/ca-certificates/cert.pem",
  ].first { orda_pq_can_read($0) != 0 }
}

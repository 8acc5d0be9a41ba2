internal import ORDAPlatform

extension OptionValues {
  /// The secret that a URL gives in one of four ways: after the user, or as `password=`, `password-env=` or
  /// `password-file=`.
  ///
  /// A file is read as UTF-8, without one line break at its end. Reading it may block, if it is a pipe.
  ///
  /// - Parameters:
  ///   - name: The option with the secret itself; `-env` and `-file` are appended to it.
  ///   - given: The secret if the URL has it elsewhere: the password after the user.
  ///   - environment: Returns the value of a variable; by default the process's own.
  /// - Returns: The secret, or nil if the URL gives none.
  /// - Throws: `badURL` for more than one way, a missing variable, a file that can't be read, is longer than 64 KiB, is
  ///   not UTF-8 or contains a NUL. The message never contains the secret.
  public func secret(
    _ name: String = "password", given: String? = nil,
    environment: (_ variable: String) -> String? = processEnvironment
  ) throws(DatabaseError) -> String? {
    let itself = text(name)
    let variable = text("\(name)-env")
    let path = text("\(name)-file")
    var ways: [String] = []
    if given != nil { ways.append("the part after the user") }
    if itself != nil { ways.append(name) }
    if variable != nil { ways.append("\(name)-env") }
    if path != nil { ways.append("\(name)-file") }
    guard ways.count <= 1 else {
      throw badURL("the \(name) is given more than once, by \(ways.joined(separator: " and by ")); keep one")
    }
    if let variable {
      guard !variable.utf8.contains(where: { $0 == ASCII.nul || $0 == ASCII.equals }),
        let value = environment(variable)
      else {
        throw badURL(
          "the option '\(name)-env': there is no environment variable of that name (which is not shown, for it may be the "
            + "\(name) itself)")
      }
      return value
    }
    if let path { return try secretText(ofFile: path, option: "\(name)-file") }
    return given ?? itself
  }

  /// The password for a server: the one after the user, or ``secret(_:given:environment:)`` for `password`.
  ///
  /// - Throws: Like ``secret(_:given:environment:)``; a password in two places is an error.
  public func password(of server: DatabaseURL.Server) throws(DatabaseError) -> String? {
    try secret("password", given: server.password)
  }

  /// The value of a variable in this process's environment.
  public static func processEnvironment(_ variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }
  }
}

private func secretText(ofFile path: String, option: String) throws(DatabaseError) -> String {
  func failure(_ reason: String) -> DatabaseError {
    // The path is not shown: it may be the secret itself, put into the wrong option.
    badURL("the option '\(option)': the file that it names \(reason)")
  }
  func systemReason() -> String { String(cString: strerror(errno)) }
  let limit = 65_536
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw failure("can't be opened: \(systemReason())") }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 4096)
  while bytes.count <= limit {
    let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw failure("can't be read: \(systemReason())") }
    if count == 0 { break }
    bytes += chunk.prefix(count)
  }
  guard bytes.count <= limit else { throw failure("is longer than 64 KiB") }
  if bytes.last == 0x0A {
    bytes.removeLast()
    if bytes.last == 0x0D { bytes.removeLast() }
  }
  guard !bytes.contains(ASCII.nul) else { throw failure("holds a NUL") }
  guard let text = String(validating: bytes, as: UTF8.self) else { throw failure("is not UTF-8") }
  return text
}

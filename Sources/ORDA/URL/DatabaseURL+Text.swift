extension DatabaseURL {
  /// The whole URL, including its password and secret options: for opening it elsewhere, never for a log.
  ///
  /// `DatabaseURL(url.textWithSecrets, shape:)` gives an equal URL, for every URL. Absolute paths are written with three
  /// slashes. To show a URL, use ``description``.
  public var textWithSecrets: String { text(.nothing) }

  /// The URL with `***` for its password and for each secret value: those whose names look secret, and some others.
  func description(alsoMasking isSecret: @escaping (String) -> Bool) -> String { text(.secrets(and: isSecret)) }

  private func text(_ masking: Masking) -> String {
    var text = scheme
    if let mode { text += "+" + mode }
    text += ":" + location.text(masking)
    for (index, option) in options.enumerated() {
      let name = percentEncoded(option.name, keeping: "!$'()*+,/:;@")
      text += (index == 0 ? "?" : "&") + name + "=" + masking.value(of: option, keeping: "!$'()*+,/:;=@")
    }
    return text
  }
}

/// What is written as `***`.
private enum Masking {
  case nothing
  /// Passwords, options whose names look secret, and those said to be secret.
  case secrets(and: ((String) -> Bool)?)

  func value(of option: DatabaseURL.Option, keeping: StaticString) -> String {
    if case .secrets(let isSecret) = self, SecretName.conceals(option) || isSecret?(option.name) ?? false {
      return SecretName.mask
    }
    return percentEncoded(option.value, keeping: keeping)
  }

  func password(_ password: String) -> String {
    if case .secrets = self { return SecretName.mask }
    return percentEncoded(password, keeping: "!$&'()*+=")
  }
}

extension DatabaseURL.Location {
  fileprivate func text(_ masking: Masking) -> String {
    switch self {
    case .memory: ":memory:"
    case .file(let path): DatabaseURL.text(ofPath: path)
    case .server(let server): server.text(masking)
    }
  }
}

extension DatabaseURL {
  /// A colon is always encoded, since `:memory:` and `file:` mean something; so is a second slash at the beginning.
  fileprivate static func text(ofPath path: String) -> String {
    let kept: StaticString = "!$&'()*+,/;=@"
    guard path.utf8.first == ASCII.slash else { return percentEncoded(path, keeping: kept) }
    let rest = path.utf8.dropFirst()
    guard rest.first == ASCII.slash else { return "//" + percentEncoded(path, keeping: kept) }
    return "///%2F" + percentEncoded(String(decoding: rest.dropFirst(), as: UTF8.self), keeping: kept)
  }
}

extension DatabaseURL.Server {
  fileprivate func text(_ masking: Masking) -> String {
    var text = "//"
    if let user {
      text += percentEncoded(user, keeping: "!$&'()*+=")
      if let password { text += ":" + masking.password(password) }
      text += "@"
    }
    text += hosts.map { $0.text(masking) }.joined(separator: ",")
    if let database { text += "/" + percentEncoded(database, keeping: "!$&'()*+,:;=@") }
    return text
  }
}

extension DatabaseURL.Host {
  fileprivate func text(_ masking: Masking) -> String {
    var text: String
    switch address {
    case .name(let name): text = percentEncoded(name, keeping: "!$&'()*+")
    case .ipv4(let address): text = address
    case .ipv6(let address): text = "[" + percentEncoded(address, keeping: ":") + "]"
    case .socket(let path): text = percentEncoded(path, keeping: "!$&'()*+=")
    }
    if let port { text += ":\(port)" }
    for parameter in parameters {
      let name = percentEncoded(parameter.name, keeping: "!$&'()*+")
      text += ";" + name + "=" + masking.value(of: parameter, keeping: "!$&'()*+=")
    }
    return text
  }
}

extension DatabaseURL: CustomStringConvertible, CustomReflectable {
  /// The URL with `***` for its password and for options that look secret.
  public var description: String { text(.secrets(and: nil)) }
  /// What `dump` shows: the description, so that no secret is shown.
  public var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}

extension DatabaseURL.Location: CustomStringConvertible, CustomReflectable {
  /// `:memory:`, the path as it is, or the server with `***` for its password.
  public var description: String {
    if case .file(let path) = self { return path }
    return text(.secrets(and: nil))
  }
  /// What `dump` shows: the description.
  public var customMirror: Mirror { Mirror(self, children: ["location": description]) }
}

extension DatabaseURL.Server: CustomStringConvertible, CustomReflectable {
  /// `//user:***@host:port/database`.
  public var description: String { text(.secrets(and: nil)) }
  /// What `dump` shows: the description.
  public var customMirror: Mirror { Mirror(self, children: ["server": description]) }
}

extension DatabaseURL.Host: CustomStringConvertible, CustomReflectable {
  /// `host:port;name=value`, with `***` for parameters that look secret.
  public var description: String { text(.secrets(and: nil)) }
  /// What `dump` shows: the description.
  public var customMirror: Mirror { Mirror(self, children: ["host": description]) }
}

extension DatabaseURL.Option: CustomStringConvertible, CustomReflectable {
  /// `name=value`, with `***` for the value of a name that looks secret.
  public var description: String { "\(name)=\(SecretName.conceals(self) ? SecretName.mask : value)" }
  /// What `dump` shows: the description.
  public var customMirror: Mirror { Mirror(self, children: ["option": description]) }
}

/// Decides who is let in, before anything of a question is looked at.
struct Doorkeeper: Sendable {
  /// What is to become of a question.
  enum Decision: Sendable {
    case enters
    /// The token was in the address: it becomes a cookie, and the address is asked again without it.
    case welcome(cookie: String, Address)
    case refused(Problem)
  }

  let hosts: HostCheck
  /// Nil where everybody is let in.
  let token: AccessToken?

  /// Browsers give cookies to all ports of a host, so that each server needs a name of its own.
  private var cookieName: String { "orda-\(hosts.port)" }

  func decide(on question: Question) -> Decision {
    guard hosts.accepts(host: question.headers["host"]) else {
      return .refused(
        Problem(
          .misdirected,
          "This server does not go by that name. Use the address that it printed, or start it with --name NAME."))
    }
    guard question.method != nil else {
      return .refused(Problem(.methodNotAllowed, "Only GET, HEAD and POST are answered."))
    }
    if let token, question.method != .post, let given = question.address.fields["token"],
      token.matches(given.utf8)
    {
      var address = question.address
      address.fields = address.fields.setting("token", nil)
      return .welcome(cookie: "\(cookieName)=\(token.text); Path=/; HttpOnly; SameSite=Strict", address)
    }
    if let problem = crossSite(question) { return .refused(problem) }
    guard let token else { return .enters }
    if let given = question.headers["authorization"]?.utf8, String(given.prefix(7))?.lowercased() == "bearer ",
      token.matches(given.dropFirst(7))
    {
      return .enters
    }
    for cookie in (question.headers["cookie"] ?? "").split(separator: ";") {
      let cookie = cookie.drop { $0 == " " }
      guard cookie.hasPrefix(cookieName + "=") else { continue }
      if token.matches(cookie.utf8.dropFirst(cookieName.utf8.count + 1)) { return .enters }
    }
    return .refused(
      Problem(
        .unauthorized,
        "The token is missing. Open the address that orda serve printed: it has one, and this browser then remembers it."
      ))
  }

  /// What another site had a browser send. A POST must come from here, and say so; programs that are no browsers say nothing.
  private func crossSite(_ question: Question) -> Problem? {
    var refusal: Problem { Problem(.forbidden, "This came from another site, which may not ask here.") }
    if let origin = question.headers["origin"] {
      return hosts.accepts(origin: origin, host: question.headers["host"]) ? nil : refusal
    }
    switch question.headers["sec-fetch-site"] {
    case nil, "same-origin", "none": return nil
    // A link of another page to here; the cookie is not sent along, so that only who knows the token gets further.
    case "cross-site" where question.method == .get, "same-site" where question.method == .get:
      // Without a token there is nothing to know: then a person may follow a link, and no page may load anything.
      return token == nil && question.headers["sec-fetch-mode"] != "navigate" ? refusal : nil
    default: return refusal
    }
  }
}

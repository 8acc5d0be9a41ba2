/// What pages load besides themselves: a style, two scripts and an icon, all in the binary.
enum Assets {
  private static func named(_ name: String) -> (type: String, text: String)? {
    switch name {
    case "style.css": ("text/css; charset=utf-8", Style.text.description)
    case "page.js": ("text/javascript; charset=utf-8", PageScript.text)
    case "hub.js": ("text/javascript; charset=utf-8", HubScript.text.description)
    case "icon.svg": ("image/svg+xml", icon.description)
    default: nil
    }
  }

  static func answer(_ name: String?) throws -> Answer {
    guard let name, let asset = named(name) else { throw Problem(.notFound, "There is no such file.") }
    var answer = Answer(type: asset.type, body: .bytes(Array(asset.text.utf8)))
    // The next version of the program may have another one.
    answer.headers.append(("Cache-Control", "private, max-age=60"))
    return answer
  }

  private static let icon: StaticString = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2456a6"/>
    <path d="M8 11h16M8 16h16M8 21h10" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>
    """
}

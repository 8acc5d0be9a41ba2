import ORDA

/// What all pages have around them.
struct Layout: Sendable {
  /// Where a page stands: the links above it, from the database on.
  struct Crumb: Sendable {
    var title: String
    var address: Address
  }

  /// The parts of a database that the navigation leads to.
  enum Part: String, Sendable, CaseIterable {
    case tables = "Tables"
    case schema = "Schema"
    case sql = "SQL"
    case changes = "Changes"

    func address(_ database: String) -> Address {
      switch self {
      case .tables: Address([database])
      case .schema: Address([database, "schema"])
      case .sql: Address([database, "sql"])
      case .changes: Address([database, "changes"])
      }
    }
  }

  var title: String
  var database: ServedDatabase?
  var part: Part?
  var crumbs: [Crumb] = []
  /// The address that the page's rows are followed by; nil where they aren't.
  var liveView: String?

  /// The whole page.
  func page(_ content: HTML) -> HTML {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title) – orda</title>
    <link rel="stylesheet" href="/assets/style.css">
    <link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
    <script src="/assets/page.js" defer></script>
    </head>
    <body\(live)>
    <a class="skip" href="#content">To the content</a>
    <header>
    <nav class="crumbs" aria-label="Where this is"><a class="mark" href="/">orda</a>\(trail)</nav>
    \(navigation)
    </header>
    <main id="content" tabindex="-1">
    \(content)
    </main>
    <p id="status" role="status" aria-live="polite"></p>
    </body>
    </html>

    """
  }

  private var live: HTML {
    guard let liveView else { return "" }
    return " data-live=\"\(liveView)\""
  }

  private var trail: HTML {
    var trail = HTML.empty
    for crumb in (database.map { [Crumb(title: $0.name, address: Address([$0.name]))] } ?? []) + crumbs {
      trail += "<span class=\"step\" aria-hidden=\"true\">/</span><a href=\"\(crumb.address)\">\(crumb.title)</a>"
    }
    return trail
  }

  private var navigation: HTML {
    guard let database else { return "" }
    let links = Part.allCases.map { part -> HTML in
      let current: HTML = part == self.part ? " aria-current=\"page\"" : ""
      return "<a href=\"\(part.address(database.name))\"\(current)>\(part.rawValue)</a>"
    }
    return "<nav class=\"parts\" aria-label=\"Parts of the database\">\(links)</nav>"
  }
}

import ORDAPlatform

/// What is known of the output's destination.
struct Terminal: Sendable, Equatable {
  /// False if output goes to a file or another program.
  var isTerminal: Bool
  /// How many cells a line has; nil if that does not matter.
  var width: Int?
  /// Whether colours are wanted.
  var usesColor: Bool
  /// Whether box drawing characters can be shown.
  var usesBoxes: Bool

  /// The matching style.
  var style: Style { usesColor ? .colored : .plain }
  /// The matching rules.
  var rules: TableRules { usesBoxes ? .box : .ascii }
  /// Matching options for tables.
  var tables: TableRenderer.Options { TableRenderer.Options(width: width, rules: rules, style: style) }

  /// Decides by what the environment says.
  init(isTerminal: Bool, reportedWidth: Int?, environment: Environment) {
    self.isTerminal = isTerminal
    usesColor = isTerminal && environment.allowsColor
    width = isTerminal ? reportedWidth ?? environment.columns ?? 80 : nil
    usesBoxes = environment.usesBoxes
  }

  /// What the environment says of terminals: `NO_COLOR` and `TERM=dumb` switch colours off, `COLUMNS` replaces an unknown
  /// width, and a locale that names an encoding other than UTF-8 switches boxes off.
  struct Environment: Sendable {
    let allowsColor: Bool
    let columns: Int?
    let usesBoxes: Bool

    /// This process's, which does not change.
    static let process = Environment { name in getenv(name).map { String(cString: $0) } }

    init(_ value: (String) -> String?) {
      func set(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
      allowsColor = set("TERM") != "dumb" && set("NO_COLOR") == nil
      columns = set("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
      let locale = set("LC_ALL") ?? set("LC_CTYPE") ?? set("LANG") ?? "UTF-8"
      // `de_DE.UTF-8@euro`, or the encoding alone.
      let encoding = locale.prefix { $0 != "@" }.split(separator: ".").last?.lowercased()
      usesBoxes = encoding == "utf-8" || encoding == "utf8"
    }
  }

  /// The facts of a file descriptor of this process.
  static func of(_ descriptor: Int32) -> Terminal {
    let isTerminal = isatty(descriptor) == 1
    return Terminal(
      isTerminal: isTerminal, reportedWidth: isTerminal ? reportedWidth(descriptor) : nil, environment: .process)
  }

  /// Standard output's facts, or those of the file that replaces it.
  static var output: Terminal {
    guard !StandardStreams.goesToFile, outputIsTerminal else {
      return Terminal(isTerminal: false, reportedWidth: nil, environment: .process)
    }
    return of(STDOUT_FILENO)
  }
  // Asked once: it does not change, and a script would ask the system with each statement.
  private static let outputIsTerminal = isatty(STDOUT_FILENO) == 1
  /// Standard error's facts.
  static var error: Terminal { of(STDERR_FILENO) }

  private static func reportedWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

extension Terminal {
  /// How many rows a terminal has; nil for anything else.
  static func height(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
    return Int(size.ws_row)
  }
}

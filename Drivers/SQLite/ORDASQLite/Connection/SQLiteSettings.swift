internal import ORDA

/// What a URL says, read once; a governor opens each connection with it.
struct SQLiteSettings: Sendable {
  /// The file, or nil for a database in memory.
  var path: String?
  var mode: SQLiteOpenFailure.Mode
  var isImmutable: Bool
  /// True if statements only read.
  var isConfined: Bool
  var journalMode: String
  var synchronous: String
  var busyTimeout: Duration
  var enforcesForeignKeys: Bool
  var readers: Int
  var walLimit: Int?
  var pragmas: [(name: String, value: Secret)]

  init(_ url: DatabaseURL, _ options: OptionValues) throws(DatabaseError) {
    let mode = options.choice("mode") ?? "rwc"
    switch url.location {
    case .memory: path = nil
    case .file(let file): path = mode == "memory" ? nil : Self.absolute(file)
    case .server: throw DatabaseError(.badURL, "a SQLite database is a file: sqlite:path, or sqlite::memory:")
    }
    isImmutable = options.bool("immutable") ?? false
    isConfined = options.bool("confined") ?? false
    // In memory there is no file to be kept as it is.
    let isReadOnly = isImmutable || mode == "ro" || isConfined && path != nil
    self.mode = isReadOnly ? .readOnly : mode == "rw" ? .readWrite : .readWriteCreate
    if path == nil, self.mode == .readOnly {
      throw DatabaseError(
        .badURL, "a database in memory begins empty, so that mode=ro or immutable makes no sense there")
    }
    journalMode = options.choice("journal-mode") ?? "wal"
    synchronous = options.choice("synchronous") ?? "full"
    busyTimeout = options.duration("busy-timeout") ?? .seconds(5)
    enforcesForeignKeys = options.bool("foreign-keys") ?? true
    readers = options.integer("readers") ?? 4
    walLimit = options.size("wal-limit")
    let wanted = options.namespace("pragma")
    // SQLite reads up to a NUL, and would read a setting instead of setting it.
    for pragma in wanted where (pragma.name + pragma.value).utf8.contains(0) {
      throw DatabaseError(.badURL, "the option 'pragma.\(pragma.name.prefix { $0 != "\0" })' contains a NUL character")
    }
    pragmas = wanted.map { ($0.name, Secret($0.value)) }
  }

  /// The file name for SQLite: a path that it can't mistake for something else, or a URI if one is needed.
  var fileName: String {
    guard let path else { return ":memory:" }
    if isImmutable {
      return "file:\(Self.percentEncoded(path))?immutable=1"
    }
    // SQLite reads `file:` as a URI and `:memory:` as no file at all; an absolute path is neither.
    return path
  }

  /// The path from the root: connections opened later must find the same file, even if the program has changed its
  /// working directory.
  static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    let folder = SQLiteFileSystem.workingFolder ?? "."
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  private static func percentEncoded(_ path: String) -> String {
    var text = ""
    for scalar in path.unicodeScalars {
      switch scalar {
      case "%": text += "%25"
      case "?": text += "%3F"
      case "#": text += "%23"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension OptionTable {
  /// The SQLite driver's options.
  static let sqlite = OptionTable(
    [
      OptionDefinition(
        "mode", .choice(["ro", "rw", "rwc", "memory"]), default: "rwc",
        summary:
          "How the file is opened: only to read, to write, to write and be made where it is missing, or not at all."),
      OptionDefinition(
        "immutable", .bool, default: "false",
        summary: "Whether nobody changes the file while it is open: it is read without locks, as on a read-only medium."
      ),
      OptionDefinition(
        "confined", .bool, default: "false",
        summary:
          "Whether statements only read, whoever wrote them: mode=ro, no ATTACH, no temporary tables, no settings."),
      OptionDefinition(
        "journal-mode", .choice(["wal", "delete", "truncate", "persist", "memory", "off"]), default: "wal",
        summary:
          "How transactions are made safe. With wal readers go on beside the writer; else there is one connection."),
      OptionDefinition(
        "synchronous", .choice(["off", "normal", "full", "extra"]), default: "full",
        summary:
          "How much is waited for the disk. With normal a power cut may undo the last commits; with full it does not."),
      OptionDefinition(
        "busy-timeout", .duration, default: "5s",
        summary: "How long to wait for the locks of other connections and programs before the error busy."),
      OptionDefinition(
        "foreign-keys", .bool, default: "true", summary: "Whether foreign keys are enforced."),
      OptionDefinition(
        "readers", .integer(0...64), default: "4",
        summary: "How many connections read beside the writer of a file; 0 makes one connection of all."),
      OptionDefinition(
        "wal-limit", .size, default: "64MiB",
        summary: "The size that the write-ahead log's file is cut to once its content is in the database."),
      OptionDefinition(
        "change-limit", .integer(0...10_000_000), default: "100000",
        summary:
          "How many changed rows of a table a transaction tells one by one; of more it tells that the table changed."),
      OptionDefinition(
        "pool.idle-timeout", .duration, default: "0",
        summary: "After how long without use a connection is closed, down to pool.min; 0 keeps all."),
      OptionDefinition(
        "pool.max-lifetime", .duration, default: "0",
        summary:
          "How old a connection becomes before it is replaced while nobody uses it; 0 is for ever, and 30s the least."),
    ],
    namespaces: [
      OptionNamespace(
        "pragma", summary: "Any PRAGMA, set on each connection when it is opened: pragma.cache_size=-8000.")
    ])
}

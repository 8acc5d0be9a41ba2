#if Shelf
  import ArgumentParser
  import ORDA
  import ORDAImport
  import ORDAPlatform
  import SHELF

  #if Server && canImport(CDispatch)
    // With the server's modules at hand, the compiler takes the system's `stat` for this one's.
    import CDispatch
  #endif

  /// Something wrong with a shelf, or with a command for it.
  struct ShelfFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// The URL of a shelf.
  struct ShelfArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The shelf, for example file:notes or sqlite:notes.db.", valueName: "url"))
    var url: String

    @Option(help: ArgumentHelp("What the names of the shelf's tables begin with, in a database.", valueName: "prefix"))
    var tables = "shelf"

    /// Opens the shelf; makes one only if requested.
    func open(making isMade: Bool = false) throws -> OpenShelf { try OpenShelf(url, tables: tables, making: isMade) }
  }

  /// A shelf that a command works on.
  struct OpenShelf: Sendable {
    let shelf: Shelf
    /// Its database; nil for a folder.
    let database: (any Governor)?
    /// How many objects could not be read, and were left out.
    let unreadable = Box(0)

    /// - Parameter isMade: True for a command that writes new content: looking for something is no reason to make
    ///   anything.
    init(_ url: String, tables: String, making isMade: Bool) throws {
      switch try DatabaseURL.scheme(of: url) {
      case "memory":
        throw ShelfFailure(
          "a shelf in memory is empty, and gone with this command: name a folder, as in file:notes, or a database")
      case "file":
        if !isMade { try Self.checkFolder(url) }
        shelf = try Shelf(at: url, tables: tables)
        database = nil
      default:
        let db = try Self.database(at: url, making: isMade)
        if !isMade {
          let names = try db.tables().map { $0.name.lowercased() }
          guard names.contains("\(tables)_state".lowercased()) else {
            throw ShelfFailure(
              "there is no shelf \(tables) in this database: --tables names another, and orda shelf put with --type makes one"
            )
          }
        }
        shelf = Shelf(governor: db, tables: tables)
        database = db
      }
      shelf.onUnreadable = { [unreadable] error in
        StandardStreams.error("orda: \(VisibleText.escaping("\(error)"))\n")
        unreadable.value += 1
      }
    }

    private static func database(at url: String, making isMade: Bool) throws -> any Governor {
      if isMade { return try openDatabase(url) }
      do { return try openDatabase(try withOptions([("mode", "rw")], url)) } catch {
        guard let error = error as? DatabaseError, error.kind == .noSuchDatabase else { throw error }
        throw ShelfFailure("there is no database \(VisibleText.escaping(url)): orda shelf put with --type makes one")
      }
    }

    private static func checkFolder(_ url: String) throws {
      guard case .file(let path) = try DatabaseURL(url, shape: .file).location else { return }
      var facts = stat()
      guard stat(path, &facts) == 0 else {
        if errno == ENOENT { throw ShelfFailure("there is no folder \(path): orda shelf put with --type makes one") }
        throw FileError(path: path, number: errno)
      }
      guard facts.st_mode & S_IFMT == S_IFDIR else {
        throw ShelfFailure("\(path) is a file, and a shelf of files is a folder")
      }
    }
  }
#endif

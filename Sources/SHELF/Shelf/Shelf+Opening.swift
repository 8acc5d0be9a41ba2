public import ORDA

extension Shelf {
  /// A shelf at a URL.
  ///
  /// | URL | where objects are kept |
  /// |---|---|
  /// | `file:notes`, `file:///var/lib/notes` | in a folder of JSON files |
  /// | `memory:` | in memory |
  /// | `sqlite:notes.db`, `mariadb://app@localhost/notes` and so on | in a database, whose driver was registered |
  ///
  /// A folder's URL takes the options of ``ShelfFileOptions``, as in `file:notes?compression=deflate`; a database's URL
  /// takes its driver's.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - tables: What the names of its tables begin with, in a database.
  ///   - registry: Where the driver was registered.
  /// - Throws: ``ShelfError/database(_:)`` with kind `badURL` or `missingDriver` if the URL is wrong. Nothing is opened
  ///   yet.
  public convenience init(
    at url: String, tables: String = "shelf", registry: Registry = ORDA.shared
  ) throws(ShelfError) {
    let location: ShelfLocation
    do { location = try ShelfLocation(url, tables, registry) } catch { throw ShelfError(error) }
    self.init { try await location.store(registry) }
  }

  /// A shelf in a database that the program has opened, which stays open when the shelf is closed.
  ///
  /// - Parameters:
  ///   - governor: The database.
  ///   - tables: What the names of its tables begin with: one database may have several shelves.
  public convenience init(governor: any Governor, tables: String = "shelf") {
    self.init { GovernorShelfStore(governor: governor, tables: tables) }
  }

  /// A shelf in a folder of this program's own: `$XDG_DATA_HOME/<program>/.objectStore`, by default in
  /// `~/.local/share`, and on Apple's systems in `~/Library/Application Support`.
  ///
  /// Programs with one name share it. Nothing is opened yet, and nothing thrown.
  public convenience init() { self.init { try await ShelfLocation.ofProgram.store(ORDA.shared) } }
}

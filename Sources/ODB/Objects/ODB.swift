internal import Foundation
public import ORDA

/// A persistent nested dictionary: tables, which contain tables and values, by name.
///
/// ```swift
/// let odb = ODB(filepath: "settings.odb")
/// let path = ODBPath(elements: ["RSS", "feeds", feedID, "editedName"], odb: odb)
/// ODB.perform { path.setValue("Daring Fireball") }
/// ```
///
/// All reading and writing happens in `perform`, which is one transaction: everything or nothing. Paths and values can
/// be kept and used anywhere; tables and objects belong to the perform that they come from.
///
/// Two ODBs of one file share their cache. They also see what other programs write.
public final class ODB: Sendable {
  let database: Database

  private init(_ source: Database.Source, _ names: TableNames, name: String, key: DatabaseKey?) {
    database = OpenDatabases.find(key) { Database(source, names, name: name, key: key) }
  }

  /// An ODB in an SQLite file, which is created if it does not exist.
  ///
  /// This never fails: the file is opened when it is first used, and ``error`` has what went wrong. The scheme `sqlite`
  /// must be registered by then, with `try SQLite.register()`; `import ODBSQLite` takes care of that.
  @_disfavoredOverload
  public convenience init(filepath: String) { self.init(file: filepath, registry: ORDA.shared) }

  /// An ODB in an SQLite file, with the driver found in a registry.
  public convenience init(file path: String, registry: Registry) {
    let names = TableNames(prefix: "odb")
    // A path is not a URL: it has no options, and may contain any character. If no URL can be made from it, opening
    // reports that.
    let url = Result { () throws(DatabaseError) in try DatabaseURL(scheme: "sqlite", location: .file(path: path)) }
    let key = (try? url.get()).flatMap { DatabaseKey($0, names) }
    self.init(.url(url, registry), names, name: path, key: key)
  }

  /// An ODB in the database of a URL, such as `mariadb://app@localhost/settings`.
  ///
  /// - Parameters:
  ///   - url: The URL, for a registered driver.
  ///   - tables: What the names of its tables begin with: one database may have several ODBs.
  ///   - registry: Where the driver was registered.
  /// - Throws: ``ODBError`` if the URL is wrong, the database can't be opened, or it is not an ODB.
  public convenience init(url: String, tables: String = "odb", registry: Registry = ORDA.shared) throws {
    do {
      let url = try Self.read(url, registry)
      let names = TableNames(prefix: tables)
      self.init(.url(.success(url), registry), names, name: url.description, key: DatabaseKey(url, names))
      _ = try database.open()
    } catch { throw ODBError(error) }
  }

  private static func read(_ text: String, _ registry: Registry) throws -> DatabaseURL {
    // This reports that no driver has the scheme, and what else is wrong with the text.
    _ = try registry.explain(text)
    let driver = registry.driver(for: try DatabaseURL.scheme(of: text))
    return try DatabaseURL(text, shape: driver?.urlShape ?? .file)
  }

  /// An ODB in a database that the program has opened, which stays open when the ODB is closed.
  ///
  /// - Parameters:
  ///   - governor: The database.
  ///   - tables: What the names of its tables begin with.
  /// - Throws: ``ODBError`` if the tables can't be made, or do not belong to an ODB.
  public convenience init(governor: any Governor, tables: String = "odb") throws {
    let names = TableNames(prefix: tables)
    self.init(
      .governor(governor), names, name: tables, key: .governor(ObjectIdentifier(governor), names))
    do { _ = try database.open() } catch { throw ODBError(error) }
  }

  /// The ODB's name in messages: its file, or its URL without the password.
  public var name: String { database.name }

  /// What went wrong in the last perform, or while the database was opened for it; nil if nothing did.
  ///
  /// If performs run on several threads at once, `performThrowing` throws each one's own error.
  public var error: ODBError? { database.error }

  /// The governor of the database; nil until it is opened. The ODB notices whatever you use it for.
  public var governor: (any Governor)? { database.openGovernor }

  /// Whose changes the ODB hears of, and by what means; opens the database.
  public var changeCoverage: ChangeCoverage {
    (try? database.open().governor.findChangeCoverage())
      ?? ChangeCoverage(reach: .none, means: "", limitation: error?.description)
  }

  /// About how many bytes of memory are used for what was read; 64 MiB by default. What has not been used for longest
  /// goes first.
  public var cacheLimit: Int {
    get { database.cacheLimit }
    set { database.cacheLimit = newValue }
  }

  /// True after ``close()``.
  public var isClosed: Bool { database.isClosed }

  /// Closes the ODB, for everybody who shares its database: from now on every call fails with ``ODBError/closed(_:)``.
  /// You need not call it before a program ends. Closing it again does nothing.
  public func close() { database.close() }

  /// Frees the room that deleted values have left in the database.
  ///
  /// - Throws: ``ODBError`` if the database can't do that, or is busy; inside a perform.
  public func vacuum() async throws {
    do {
      let opened = try database.open()
      try await opened.governor.compact([TableName(name: database.names.nodes)])
    } catch { throw ODBError(error) }
  }

  /// The path of the root table.
  public var root: ODBPath { ODBPath(names: [], odb: self) }

  /// A path from the root table.
  public func path(_ elements: [String]) -> ODBPath { ODBPath(elements: elements, odb: self) }

  /// The root table; nil if the database can't be read, and then ``error`` says why. Use it in a perform.
  public var rootTable: ODBTable? { root.table }
}

extension ODB: Hashable {
  /// True for two ODBs of one database.
  public static func == (left: ODB, right: ODB) -> Bool { left.database === right.database }
  /// Equal ODBs hash equally.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(database)) }
}

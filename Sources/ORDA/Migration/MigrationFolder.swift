internal import ORDAPlatform

extension Migration {
  /// The steps in a folder of SQL files, in the order of their names.
  ///
  /// `0001_notes.sql` is the step `0001_notes`. If databases differ, `0001_notes.sqlite.sql` replaces it on SQLite, and
  /// `0001_notes.mariadb.sql` on MariaDB: with the driver's name in small letters. `0001_notes.down.sql` undoes it, or
  /// `0001_notes.sqlite.down.sql`. `R_views.sql`, and all whose names begin with `R_`, are repeatable: they run after
  /// the others, and again when their text has changed. Names are sorted by their bytes, so numbers need leading zeros.
  /// Files with other endings, and hidden ones, are ignored.
  ///
  /// A program's resources can be such a folder: `Bundle.module.resourcePath.map { $0 + "/Migrations" }`.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - language: The database's; `governor.language`.
  /// - Throws: ``DatabaseError`` of kind `migration.unreadable` for a folder or file that can't be read or is not
  ///   UTF-8, for a step that has no file for this database, and for a file that undoes nothing.
  public static func folder(_ path: String, for language: DatabaseLanguage) throws(DatabaseError) -> [Migration] {
    let driver = asciiLowercased(language.driverName)
    var files: [String: MigrationFiles] = [:]
    for name in try SmallFile.names(in: path) {
      guard let file = MigrationFileName(name) else { continue }
      files[file.step, default: MigrationFiles()].add(file, for: driver)
    }
    var steps: [Migration] = []
    for (step, files) in files.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      guard let up = files.up else {
        throw DatabaseError(
          .migration(.unreadable),
          files.hasUp
            ? "the step \(step) has no SQL for \(language.driverName): write \(step).\(driver).sql or \(step).sql "
              + "(an empty file does nothing)"
            : "there is nothing that \(files.names.joined(separator: ", ")) undoes: \(step).sql is missing")
      }
      let isRepeatable = step.hasPrefix("R_")
      if isRepeatable, let down = files.down {
        throw DatabaseError(.migration(.unreadable), "\(down.name) undoes a repeatable step, which can't be undone")
      }
      func script(_ file: MigrationFileName) throws(DatabaseError) -> Content {
        .script(MigrationScript(SQL(text: try SmallFile.text("\(path)/\(file.name)")), file: file.name))
      }
      var down: Content?
      if let file = files.down { down = try script(file) }
      steps.append(Migration(step, up: try script(up), down: down, isRepeatable: isRepeatable))
    }
    return steps.filter { !$0.isRepeatable } + steps.filter(\.isRepeatable)
  }
}

/// The parts of a file's name.
struct MigrationFileName: Hashable {
  let name: String
  let step: String
  /// Its driver, in small letters; nil for all.
  let driver: String?
  let isDown: Bool

  /// Nil for a file that does not belong to a step.
  init?(_ name: String) {
    var parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }), parts.removeLast() == "sql" else { return nil }
    isDown = parts.count > 1 && parts.last == "down"
    if isDown { parts.removeLast() }
    driver = parts.count > 1 ? asciiLowercased(parts.removeLast()) : nil
    step = parts.joined(separator: ".")
    self.name = name
  }
}

/// The files of a step that apply to one database.
private struct MigrationFiles {
  private(set) var up: MigrationFileName?
  private(set) var down: MigrationFileName?
  private(set) var names: [String] = []
  /// True if some database has a file that does the step.
  private(set) var hasUp = false

  mutating func add(_ file: MigrationFileName, for driver: String) {
    names.append(file.name)
    if !file.isDown { hasUp = true }
    guard file.driver == nil || file.driver == driver else { return }
    let known = file.isDown ? down : up
    // The database's own wins.
    if known != nil, file.driver == nil { return }
    if file.isDown { down = file } else { up = file }
  }
}

import ArgumentParser
import ORDA
import ORDAImport

/// `orda generate URL [TABLE...]`
struct GenerateCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write Swift types for the tables of a database.",
    discussion: """
        orda generate sqlite:music.db --output Sources/App/Tables.swift
        orda generate sqlite:music.db track album --singular
        orda generate sqlite:music.db --output Sources/App/Tables.swift --check

      For each table a struct for its rows, to be read with query(Track.self, …), coded and identified by its key, and a \
      TableSchema for live entries; for each view the struct alone. Names are written as Swift's: created_at is createdAt. \
      Columns that are restricted to some texts, by ENUM or CHECK (… IN …), are enums. A foreign key is a method that reads \
      the row referred to, try album.artist(in: db), and one for all that refer to it, try artist.albums(in: db), where both \
      tables are generated. Tables of ORDA's own are left out.

      The text is the same for the same schema, to the byte. --check writes nothing: it ends with code 1 where the file is \
      not what would be written, and names the tables that differ.
      """)

  @OptionGroup var database: URLArgument

  @Argument(help: ArgumentHelp("The tables and views; without them all.", valueName: "table"))
  var tables: [String] = []

  @Option(
    help: ArgumentHelp("The file to write; without it standard output.", valueName: "file"),
    completion: .file(extensions: ["swift"]))
  var output: String?

  @Flag(help: "Name types in the singular: Track for tracks.")
  var singular = false

  @Option(help: ArgumentHelp("Who may use what is generated: internal, package or public.", valueName: "level"))
  var access = AccessLevel.internal

  @Flag(help: "Write nothing: end with code 1 where the file is not what would be written.")
  var check = false

  func validate() throws {
    if check, output == nil || output == "-" { throw ValidationError("--check compares a file, which --output names.") }
  }

  func run() throws {
    try Failure.reporting { try run(on: try database.open()) }
  }

  /// Writes the types of an open database's tables.
  func run(on database: any Governor) throws {
    let source = GeneratedSource(
      try chosen(from: database), database.language, isSingular: singular, access: access)
    guard let output, output != "-" else { return StandardStreams.output.write(source.text) }
    let old = try? TextFile.read(output)
    if check {
      let differences = old.map { source.differences(from: $0) } ?? ["there is no such file"]
      guard !differences.isEmpty else { return }
      for difference in differences { StandardStreams.output.write("\(VisibleText.escaping(output)): \(difference)\n") }
      try StandardStreams.output.flush()
      throw Failure.exitCode
    }
    // What is built from an unchanged file need not be built again.
    if old == source.text { return }
    let file = try NewFile(path: output, replaces: true)
    file.output.write(source.text)
    try file.finish()
  }

  private func chosen(from database: any Governor) throws -> [TableDescription] {
    let all = try database.schema().withoutOwnTables
    if tables.isEmpty { return all.tables }
    var chosen: [TableDescription] = []
    for name in tables {
      guard let table = all.table(named: name) else {
        let near = nearestName(to: name, among: all.tables.map(\.name.name)).map { "; did you mean \($0)?" } ?? ""
        throw DatabaseError(.noSuchTable, "there is no table or view called \(name)\(near)", table: name)
      }
      if !chosen.contains(where: { $0.name == table.name }) { chosen.append(table) }
    }
    return chosen
  }
}

internal import ORDA

extension ShelfFileOptions {
  /// The options that a folder's URL may have.
  static let table = OptionTable([
    OptionDefinition(
      "compression", .choice(["none", "deflate"]), default: "none",
      summary: "How the files of a new store are packed."),
    OptionDefinition(
      "watch-folders", .bool, default: "false",
      summary: "Whether files that an editor changes in their place are heard of, too."),
    OptionDefinition("read-only", .bool, default: "false", summary: "Whether nothing may be changed."),
  ])

  /// The options of a URL.
  ///
  /// - Throws: `badURL` for an unknown option, or an invalid value.
  init(_ url: DatabaseURL) throws(DatabaseError) {
    let values = try Self.table.resolve(url.options)
    compression = values.choice("compression").flatMap { Compression(rawValue: $0) } ?? .none
    watchFolders = values.bool("watch-folders") ?? false
    isReadOnly = values.bool("read-only") ?? false
  }
}

/// Outlines. A document is a table with a table `head` of texts, a table `body`, and its version. The outlines of a
/// body, or of another outline, are numbered tables in it, and an outline's attributes are texts in its table:
///
/// ```
/// subscriptions.head.title            "My feeds"
/// subscriptions.body.["1"].text       "News"
/// subscriptions.body.["1"].["1"].text "Daring Fireball"
/// ```
///
/// No attribute's name begins with a digit, so both fit in one table.
extension ODBPath {
  /// The table at the path as OPML.
  ///
  /// A table without a `body` is treated as one. Numbered tables become outlines in the order of their numbers, and
  /// other tables follow them, with their names as `text` if they have none. Values become attributes; those whose
  /// names XML does not allow become outlines with the attributes `text` and `value`. Values that are not strings are
  /// written as text, and characters that XML can't hold as U+FFFD.
  ///
  /// - Throws: ``ODBError`` if there is no table at the path, or the database can't be read.
  public func opml() throws -> String {
    try reading("path.opml") { node, session in
      guard node.isTable else { throw ODBError.notATable(path: description) }
      return try OPMLExport.export(node, session)
    }
  }

  /// Makes a table from an OPML document, in place of whatever is at the path: everything or nothing, in one perform.
  /// At the root table's path, everything in it is deleted first. Elements that don't belong to OPML are skipped.
  ///
  /// - Parameter bytes: The document, in UTF-8.
  /// - Returns: How many outlines it has.
  /// - Throws: ``ODBImportError`` if it is not OPML, or has an attribute twice, even in different case; ``ODBError``
  ///   like ``requireCreateTable()``.
  @discardableResult
  public func importOPML(_ bytes: some Sequence<UInt8>) throws -> Int {
    let bytes = Array(bytes)
    return try writing("path.importOPML") { session in
      var reader = try OPMLImport(bytes, at: self, session)
      return try reader.run()
    }
  }

  /// Makes a table from OPML text. See ``importOPML(_:)``.
  @discardableResult
  public func importOPML(text: String) throws -> Int { try importOPML(text.utf8) }
}

/// Outlines. A document is a table with a table `head` of texts, a table `body`, and its version; the outlines of a body, or
/// of another outline, are numbered tables in it, and an outline's attributes are texts in its table:
///
/// ```
/// subscriptions.head.title            "My feeds"
/// subscriptions.body.["1"].text       "News"
/// subscriptions.body.["1"].["1"].text "Daring Fireball"
/// ```
///
/// No attribute's name begins with a digit, so that both have room in one table.
extension ODBPath {
  /// The table at the path as OPML.
  ///
  /// A table without a `body` is taken for one. Numbered tables are outlines in the order of their numbers, and other tables
  /// behind them, with their names as `text` where they have none. Values are attributes; those whose name XML does not
  /// allow are outlines with the attributes `text` and `value`. What is not a string is written as text, and a character
  /// that XML can't hold as U+FFFD.
  ///
  /// - Throws: ``ODBError`` where there is no table at the path, or the database can't be read.
  public func opml() throws -> String {
    try reading("path.opml") { node, session in
      guard node.isTable else { throw ODBError.notATable(path: description) }
      return try OPMLExport.export(node, session)
    }
  }

  /// Makes a table from an OPML document, in place of whatever is at the path: all of it, in one perform, or nothing.
  /// At the root table's path everything that was in it is deleted. Elements that are not OPML's are skipped.
  ///
  /// - Parameter bytes: The document, in UTF-8.
  /// - Returns: How many outlines it has.
  /// - Throws: ``ODBImportError`` where it is no OPML, or has one attribute twice, be it in other capitals; ``ODBError`` as
  ///   ``requireCreateTable()``.
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

extension ODBPath {
  /// Writes what is at the path as JSON, piece by piece: a million values need no more memory than a few.
  ///
  /// It reads one state, while others may write; within a perform it reads what that sees. Names are in the order of
  /// their folded forms.
  ///
  /// - Parameters:
  ///   - form: Whether everything comes back as it was.
  ///   - write: Receives the text's bytes, some ten thousand at a time.
  /// - Throws: ``ODBError`` if there is nothing at the path, or the database can't be read; whatever `write` throws.
  public func exportJSON(_ form: ODBJSONForm = .marked, to write: ([UInt8]) throws -> Void) throws {
    try withoutActuallyEscaping(write) { write in
      try reading("path.exportJSON") { node, session in
        var export = JSONExport(form, write)
        try export.export(node, session)
      }
    }
  }

  /// What is at the path as JSON.
  ///
  /// - Throws: ``ODBError`` if there is nothing at the path, or the database can't be read.
  public func json(_ form: ODBJSONForm = .marked) throws -> String {
    var bytes: [UInt8] = []
    try exportJSON(form) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Makes what JSON describes, in place of whatever is at the path: everything or nothing, in one perform.
  ///
  /// An object or array becomes a table, and everything else a value. At the root table's path, everything in it is
  /// deleted first.
  ///
  /// - Parameters:
  ///   - bytes: The JSON, in UTF-8.
  ///   - form: Whether it has marks; JSON not written by an ODB is ``ODBJSONForm/plain``.
  /// - Returns: How many values were made.
  /// - Throws: ``ODBImportError`` if it is not JSON of this form, for a name that is not legal or occurs twice in an
  ///   object, a number too large to store, and more than 10,000 levels; ``ODBError`` like ``requireCreateTable()``.
  @discardableResult
  public func importJSON(_ bytes: some Sequence<UInt8>, _ form: ODBJSONForm = .marked) throws -> Int {
    let bytes = Array(bytes)
    return try writing("path.importJSON") { session in
      var reader = JSONImport(bytes, form, at: self, session)
      return try reader.run()
    }
  }

  /// Makes what a JSON text describes, in place of whatever is at the path. See ``importJSON(_:_:)``.
  @discardableResult
  public func importJSON(text: String, _ form: ODBJSONForm = .marked) throws -> Int {
    try importJSON(text.utf8, form)
  }
}

public import Foundation

extension ODB {
  /// Copies what user defaults contain into a table, in one perform: what has the same names there is replaced.
  ///
  /// Arrays become numbered tables, and dictionaries tables. Of names that differ in capitals alone the last in the order of
  /// their bytes stays; a key that is no legal name is left out, and so is what has none of an ODB's types.
  ///
  /// - Parameters:
  ///   - defaults: What is copied: with all that a program sees in them, such as those of the whole system.
  ///   - path: The table, which is made where it is missing.
  /// - Returns: How many values were copied.
  /// - Throws: ``ODBError`` as ``ODBPath/requireEnsureTable()``.
  @discardableResult
  public func importUserDefaults(_ defaults: UserDefaults = .standard, at path: ODBPath) throws -> Int {
    try importDictionary(defaults.dictionaryRepresentation(), at: path)
  }

  /// Copies one domain of user defaults, such as a program's own by its bundle identifier.
  @discardableResult
  public func importUserDefaults(domain: String, at path: ODBPath) throws -> Int {
    try importDictionary(UserDefaults.standard.persistentDomain(forName: domain) ?? [:], at: path)
  }

  private func importDictionary(_ dictionary: [String: Any], at path: ODBPath) throws -> Int {
    var reader = PropertyListReader()
    let subtree = reader.table(dictionary)
    try path.writing("odb.importUserDefaults") { session in
      guard let table = try session.ensureTable(path.names) else { throw ODBError.notATable(path: path.description) }
      for (name, child) in subtree.children { try session.put(child, name, in: table) }
    }
    return reader.values
  }
}

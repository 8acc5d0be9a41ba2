public import Foundation

extension ODB {
  /// Copies what user defaults contain into a table, in one perform, replacing what has the same names there.
  ///
  /// Arrays become numbered tables, and dictionaries tables. Of names that differ only in case, the last in the order
  /// of their bytes stays; keys that are not legal names are omitted, and so are values of types that an ODB does not
  /// have.
  ///
  /// - Parameters:
  ///   - defaults: The defaults to copy: everything that a program sees in them, including those of the whole system.
  ///   - path: The table, which is made if it is missing.
  /// - Returns: How many values were copied.
  /// - Throws: ``ODBError`` like ``ODBPath/requireEnsureTable()``.
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

/// Whole tables as Codable types. Use all of this in a perform.
///
/// An object of a type is a table by the names of its properties, and so is a dictionary. A sequence, such as an array,
/// is a numbered table, with the names 1, 2, 3 and so on. Nil is absent; in an array it is an empty string of the
/// application type `nil`. A Bool, a number, a Date, a String, Data, a UUID, a URL and a Decimal are one value each,
/// and so is an enum with raw values.
extension ODBPath {
  /// Makes a table from something, in place of whatever is at the path; if it encodes as a single value, makes that
  /// value. The table that contains the path must exist. If this throws, nothing is written.
  ///
  /// - Throws: `EncodingError` with the coding path, for a number that has more than 64 bits, for two keys that differ
  ///   only in case, and for a name that is not legal; ``ODBError`` like ``requireCreateTable()``.
  public func setTable(from value: some Encodable) throws {
    let session = odb.session("path.setTable(from:)")
    let subtree = try ODBEncoder.encode(value)
    _ = try session.require { try session.put(subtree, lastName, in: try requireParent(session)) }
  }

  /// What is at the path, as a Codable type; of tables it reads only what the type asks for.
  ///
  /// - Throws: `DecodingError` with the coding path; ``ODBError`` if there is nothing at the path, or the database
  ///   can't be read.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    let session = odb.session("path.decode")
    let node = try session.require { try require(session) }
    return try session.decode(type, node)
  }
}

extension ODBTable {
  /// Puts something Codable into the table, over whatever has that name: as a table, or as a single value. See
  /// ``ODBPath/setTable(from:)``.
  ///
  /// - Throws: Like ``ODBPath/setTable(from:)``.
  public func set(encoding value: some Encodable, name: String) throws {
    let session = reference.use("table.set(encoding:name:)")
    let subtree = try ODBEncoder.encode(value)
    _ = try session.require { try session.put(subtree, NodeName(name), in: session.live(reference.node)) }
  }

  /// The table as a Codable type.
  ///
  /// - Throws: Like ``ODBPath/decode(_:)``.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    let session = reference.use("table.decode")
    return try session.decode(type, session.require { try session.live(reference.node) })
  }
}

extension Session {
  /// A node as a Codable type.
  fileprivate func decode<T: Decodable>(_ type: T.Type, _ node: Node) throws -> T {
    do {
      let decoded = try ODBDecoder(node, self, []).decode(type)
      if let failure { throw failure }
      return decoded
    } catch let error as DecodingError {
      // What could not be read looks as if it were missing.
      if let failure { throw failure }
      throw error
    } catch { throw note(error) }
  }
}

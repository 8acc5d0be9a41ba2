extension DatabaseURL {
  /// Reads the body of a URL whose database is a file.
  static func fileLocation(_ parts: Parts) throws(DatabaseError) -> Location {
    let scheme = parts.scheme
    if parts.body.elementsEqual(":memory:".utf8) { return .memory }
    guard !parts.body.isEmpty else {
      throw badURL(
        "the URL names no file; write \(scheme):music.db, \(scheme):///folder/music.db or \(scheme)::memory:")
    }
    if asciiLowercased(String(decoding: parts.body.prefix(5), as: UTF8.self)) == "file:" {
      let inner = parts.body.dropFirst(5)
      guard inner.starts(with: "//".utf8) else {
        throw badURL("after \(scheme): a file: URL must be absolute, file:///folder/music.db; write \(scheme):music.db")
      }
      return .file(path: try pathAfterSlashes(inner, scheme))
    }
    if parts.body.starts(with: "//".utf8) { return .file(path: try pathAfterSlashes(parts.body, scheme)) }
    guard parts.body.first != ASCII.colon else { throw badURL(memoryHint(scheme)) }
    return .file(path: try percentDecoded(parts.body, "the path"))
  }

  /// The path in `//localhost/path` or `///path`.
  private static func pathAfterSlashes(
    _ body: ArraySlice<UInt8>, _ scheme: String
  ) throws(DatabaseError) -> String {
    let rest = body.dropFirst(2)
    let slash = rest.firstIndex(of: ASCII.slash) ?? rest.endIndex
    let authority = asciiLowercased(String(decoding: rest[..<slash], as: UTF8.self))
    guard !authority.contains(":memory:") else { throw badURL(memoryHint(scheme)) }
    guard authority.isEmpty || authority == "localhost" else {
      // Shown only if it can be nothing but a path: what looks like user:password@host is not repeated.
      guard !rest.contains(ASCII.at), !rest.contains(ASCII.colon) else {
        throw badURL("\(scheme) opens files, not servers; write \(scheme):music.db or \(scheme):///folder/music.db")
      }
      let path = String(decoding: rest, as: UTF8.self)
      throw badURL(
        "after \(scheme):// stands a host, and \(quoted(authority)) is none; "
          + "write \(scheme):\(path) (relative) or \(scheme):///\(path) (absolute)")
    }
    let path = rest[slash...]
    guard !path.isEmpty else {
      throw badURL("the URL names no file; write \(scheme):///folder/music.db or \(scheme)::memory:")
    }
    let afterSlash = path.dropFirst()
    if afterSlash.first == ASCII.slash {
      let trimmed = String(decoding: afterSlash.drop { $0 == ASCII.slash }, as: UTF8.self)
      throw badURL(
        "there is a slash too many; three slashes are absolute: write \(scheme):///\(trimmed), or \(scheme):\(trimmed) "
          + "for a relative path")
    }
    guard asciiLowercased(String(decoding: afterSlash, as: UTF8.self)) != ":memory:" else {
      throw badURL(memoryHint(scheme))
    }
    return try percentDecoded(path, "the path")
  }

  private static func memoryHint(_ scheme: String) -> String {
    "a database in memory is written \(scheme)::memory:, and a path that begins with a colon with %3A"
  }
}

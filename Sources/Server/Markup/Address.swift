/// The address of a page of this server: a path, and fields.
struct Address: Sendable, Hashable {
  var path: [String]
  var fields = Fields()

  init(_ path: [String], _ fields: Fields = Fields()) {
    self.path = path
    self.fields = fields
  }

  init(_ path: [String], _ fields: KeyValuePairs<String, String>) {
    self.path = path
    for (name, value) in fields { self.fields.append(name, value) }
  }

  /// Reads a path with fields, as a request has it.
  init(reading text: some StringProtocol) {
    let end = text.utf8.firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
    path = text.utf8[..<end].split(separator: UInt8(ascii: "/")).map { part in
      Self.decoded(PercentCoding.decoded(utf8: part))
    }
    if end < text.endIndex { fields = Fields(encoded: text[text.utf8.index(after: end)...]) }
  }

  var text: String {
    let path = "/" + path.map { PercentCoding.encoded(Self.encoded($0)) }.joined(separator: "/")
    let fields = fields.encoded
    return fields.isEmpty ? path : path + "?" + fields
  }

  // Browsers take `.` and `..` out of paths, also where they are encoded, and an empty part is none: a table may be called so.
  private static func encoded(_ part: String) -> String {
    part.isEmpty || part.hasPrefix(".") || part.hasPrefix("~") ? "~" + part : part
  }

  private static func decoded(_ part: String) -> String {
    part.utf8.first == UInt8(ascii: "~") ? String(part.dropFirst()) : part
  }
}

/// Paths as text: names with points between them, in brackets and quotation marks if they are not plain.
enum PathText {
  /// A text that is not a path.
  struct Fault: Error {
    /// The number of the character where that shows, from 1.
    let place: Int
  }

  /// The names of a path, without the root's at its beginning.
  static func read(_ text: String) throws(Fault) -> [String] {
    var reader = Reader(text)
    var names = try reader.names()
    if let first = names.first, NodeName(first) == .root { names.removeFirst() }
    return names
  }

  /// The text that reads as these names.
  static func write(_ names: [String]) -> String {
    if names.isEmpty { return NodeName.root.text }
    let text = names.map(quoted).joined(separator: ".")
    // Reading would leave out a first name `root`.
    return NodeName(names[0]) == .root ? "root." + text : text
  }

  private static func quoted(_ name: String) -> String {
    let isPlain = !name.isEmpty && name.unicodeScalars.allSatisfy(isPlain)
    if isPlain { return name }
    var text = "[\"".unicodeScalars
    for character in name.unicodeScalars {
      if character == "\"" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return String(text) + "\"]"
  }

  /// True for characters that a name may have without quotation marks.
  fileprivate static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || (scalar.value > 0x7F && scalar.properties.isAlphabetic) || ("a"..."z").contains(scalar)
      || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }
}

/// Reads the names of a path.
private struct Reader {
  private let scalars: [Unicode.Scalar]
  private var place = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  mutating func names() throws(PathText.Fault) -> [String] {
    var names: [String] = []
    while true {
      names.append(try name())
      if place == scalars.count { return names }
      try skip(".")
    }
  }

  private var fault: PathText.Fault { PathText.Fault(place: place + 1) }

  private mutating func name() throws(PathText.Fault) -> String {
    guard place < scalars.count else { throw fault }
    var name = String.UnicodeScalarView()
    guard scalars[place] == "[" else {
      while place < scalars.count, PathText.isPlain(scalars[place]) {
        name.append(scalars[place])
        place += 1
      }
      if name.isEmpty { throw fault }
      return String(name)
    }
    place += 1
    try skip("\"")
    while place < scalars.count, scalars[place] != "\"" {
      if scalars[place] == "\\" {
        place += 1
        guard place < scalars.count, scalars[place] == "\"" || scalars[place] == "\\" else { throw fault }
      }
      name.append(scalars[place])
      place += 1
    }
    try skip("\"")
    try skip("]")
    return String(name)
  }

  private mutating func skip(_ scalar: Unicode.Scalar) throws(PathText.Fault) {
    guard place < scalars.count, scalars[place] == scalar else { throw fault }
    place += 1
  }
}

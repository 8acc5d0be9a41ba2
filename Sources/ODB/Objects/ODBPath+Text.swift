extension ODBPath {
  /// Reads a path as Frontier wrote them: `RSS.feeds.["a.b"].x`. Names with anything but letters, digits and `_` in them
  /// stand in brackets and quotation marks, where `\"` and `\\` stand for those characters.
  ///
  /// - Throws: ``ODBError/illegalPath(_:at:)``.
  public init(text: String, odb: ODB) throws(ODBError) {
    var reader = PathReader(text)
    self.init(elements: try reader.elements(), odb: odb)
  }

  /// The path, as ``init(text:odb:)`` reads it; `root` for the root table's.
  public var text: String { isRoot ? NodeName.root.text : ODBPath.text(of: elements) }

  static func text(of elements: [String]) -> String {
    var text = ""
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "." }
      // A first name `root` would be left out when it is read.
      if index == 0, NodeName(element) == .root { text += "root." }
      text += quoted(element)
    }
    return text
  }

  private static func quoted(_ name: String) -> String {
    let isPlain = !name.isEmpty && name.unicodeScalars.allSatisfy { PathReader.isPlain($0) }
    if isPlain { return name }
    var text = "[\""
    for character in name.unicodeScalars {
      if character == "\"" || character == "\\" { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(character)
    }
    return text + "\"]"
  }
}

extension ODBPath: CustomStringConvertible {
  /// The path as text.
  public var description: String { text }
}

/// Reads the names of a path.
struct PathReader {
  private let text: String
  private let scalars: [Unicode.Scalar]
  private var place = 0

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  /// True for what a name may consist of without quotation marks.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || (scalar.value > 0x7F && scalar.properties.isAlphabetic) || ("a"..."z").contains(scalar)
      || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  mutating func elements() throws(ODBError) -> [String] {
    var elements: [String] = []
    while true {
      elements.append(try element())
      if place == scalars.count { return elements }
      guard scalars[place] == "." else { throw fault }
      place += 1
    }
  }

  private var fault: ODBError { .illegalPath(text, at: place + 1) }

  private mutating func element() throws(ODBError) -> String {
    var name = String.UnicodeScalarView()
    guard place < scalars.count else { throw fault }
    guard scalars[place] == "[" else {
      while place < scalars.count, Self.isPlain(scalars[place]) {
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

  private mutating func skip(_ scalar: Unicode.Scalar) throws(ODBError) {
    guard place < scalars.count, scalars[place] == scalar else { throw fault }
    place += 1
  }
}

/// The text form of PostgreSQL's arrays: `{1,NULL,"a \"b\""}`.
public enum ArrayText {
  /// Writes an array of one dimension from its elements' texts; nil is NULL.
  public static func written(_ elements: some Sequence<[UInt8]?>) -> [UInt8] {
    var text: [UInt8] = [0x7B]
    var isFirst = true
    for element in elements {
      if !isFirst { text.append(0x2C) }
      isFirst = false
      guard let element else {
        text += "NULL".utf8
        continue
      }
      // All in quotes, so that nothing in a text means anything, not even the word NULL.
      text.append(0x22)
      for byte in element {
        if byte == 0x22 || byte == 0x5C { text.append(0x5C) }
        text.append(byte)
      }
      text.append(0x22)
    }
    text.append(0x7D)
    return text
  }

  /// Writes an array of strings.
  public static func written(_ elements: some Sequence<String>) -> String {
    String(decoding: written(elements.map { Array($0.utf8) }), as: UTF8.self)
  }

  /// Reads the texts of an array's elements; nil is NULL.
  ///
  /// - Parameters:
  ///   - text: The array's text.
  ///   - delimiter: The character between elements: a comma, or a semicolon in an array of `box`.
  /// - Throws: ``DatabaseError`` of kind `typeMismatch` for an array of several dimensions, and for a text that is not an array.
  public static func elements(of text: [UInt8], delimiter: UInt8 = 0x2C) throws(DatabaseError) -> [[UInt8]?] {
    var rest = try withoutBounds(text)
    guard rest.popFirst() == 0x7B else { throw noArray }
    var elements: [[UInt8]?] = []
    if rest.first == 0x7D, rest.count == 1 { return elements }
    while true {
      if rest.first == 0x7B {
        throw DatabaseError(
          .typeMismatch, "an array of several dimensions can't be read as a list; read it as String")
      }
      elements.append(try element(from: &rest, delimiter))
      switch rest.popFirst() {
      case delimiter: continue
      case 0x7D where rest.isEmpty: return elements
      default: throw noArray
      }
    }
  }

  /// Removes the bounds of `[2:4]={…}`, which the server writes if the first index isn't 1.
  static func withoutBounds(_ text: [UInt8]) throws(DatabaseError) -> ArraySlice<UInt8> {
    guard text.first == 0x5B else { return text[...] }
    guard let sign = text.firstIndex(of: 0x3D) else { throw noArray }
    return text[(sign + 1)...]
  }

  /// Reads one element up to its delimiter.
  static func element(
    from rest: inout ArraySlice<UInt8>, _ delimiter: UInt8
  ) throws(DatabaseError) -> [UInt8]? {
    var element: [UInt8] = []
    let isQuoted = rest.first == 0x22
    if isQuoted { rest = rest.dropFirst() }
    while let byte = rest.first {
      if !isQuoted, byte == delimiter || byte == 0x7D {
        // Without quotes, this word is NULL.
        return element == Array("NULL".utf8) ? nil : element
      }
      rest = rest.dropFirst()
      if isQuoted, byte == 0x22 { return element }
      guard byte == 0x5C else {
        element.append(byte)
        continue
      }
      guard let escaped = rest.popFirst() else { throw noArray }
      element.append(escaped)
    }
    throw noArray
  }

  static var noArray: DatabaseError { DatabaseError(.typeMismatch, "the value is not an array") }
}

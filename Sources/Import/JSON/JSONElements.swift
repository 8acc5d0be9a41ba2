/// Reads the elements of one JSON array, in memory bounded by the longest element.
struct JSONElements<Source: ByteSource> {
  private var window: ByteWindow<Source>
  private let longestElement: Int
  private var state = State.before
  /// The line on which the last element begins, counted from 1.
  private(set) var line = 1
  private var newlines = 0

  private enum State {
    case before, first, later, after
  }

  /// - Parameter longestElement: How many bytes an element may have, with the whitespace around it.
  init(_ source: Source, longestElement: Int = 64 << 20, capacity: Int = 1 << 16) {
    window = ByteWindow(source, capacity: capacity)
    self.longestElement = longestElement
  }

  /// The next element; nil after the last one.
  ///
  /// - Throws: ``JSONError``, with its place in the whole text, after which reading can't continue; and what the source
  ///   throws.
  mutating func next() throws -> JSONValue? {
    if state == .before {
      guard try significant() == 0x5B else { throw failure("an array expected, which begins with [") }
      window.drop(1)
      state = .first
    }
    if state == .first || state == .later {
      let byte = try significant()
      if byte == 0x5D, state == .first { return try end() }
      let length = try elementLength()
      let base = window.position
      let value: JSONValue
      do {
        value = try window.withPrefix(length) { try JSONReader.read($0) }
      } catch let error as JSONError {
        throw JSONError(at: base + error.position, error.message)
      }
      newlines += window.withPrefix(length) { $0.reduce(0) { $1 == 0x0A ? $0 + 1 : $0 } }
      window.drop(length)
      state = .later
      if window[0] == 0x5D { _ = try end() } else { window.drop(1) }
      return value
    }
    return nil
  }

  /// Skips whitespace; returns the next byte without consuming it; nil at the end.
  private mutating func significant() throws -> UInt8? {
    while true {
      if window.count == 0, try !window.fill() { return nil }
      let byte = window[0]
      if byte == 0x0A { newlines += 1 }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
        line = newlines + 1
        return byte
      }
      window.drop(1)
    }
  }

  /// Leaves the array, after which nothing may follow.
  private mutating func end() throws -> JSONValue? {
    window.drop(1)
    state = .after
    let line = line
    guard try significant() == nil else { throw failure("nothing more expected after the array") }
    self.line = line
    return nil
  }

  /// Where the window's first element ends: at the comma or bracket after it, outside of strings and brackets.
  private mutating func elementLength() throws -> Int {
    var index = 0
    var depth = 0
    var isText = false
    while true {
      // A backslash at the end of the window skips the byte after it.
      while index >= window.count {
        guard index <= longestElement else {
          throw failure("an element of more than \(longestElement >> 20) MiB; is a bracket or quote missing?")
        }
        guard try window.fill() else { throw failure("the array that this element is in is never closed") }
      }
      let byte = window[index]
      if isText {
        if byte == 0x5C { index += 1 } else if byte == 0x22 { isText = false }
      } else {
        switch byte {
        case 0x22: isText = true
        case 0x5B, 0x7B: depth += 1
        case 0x5D, 0x7D:
          if depth == 0, byte == 0x5D { return index }
          guard depth > 0 else { throw JSONError(at: window.position + index, "a comma or ] expected, not }") }
          depth -= 1
        case 0x2C: if depth == 0 { return index }
        default: break
        }
      }
      index += 1
    }
  }

  private func failure(_ message: String) -> JSONError { JSONError(at: window.position, message) }
}

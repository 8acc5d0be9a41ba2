/// Reads a form with a file (multipart/form-data, RFC 7578) as it comes, in memory bounded by what comes at once.
struct MultipartReader {
  /// What was read.
  enum Event: Sendable, Equatable {
    /// A field begins. What has the name of a file is one.
    case field(name: String, file: String?)
    /// More of the field.
    case bytes(ArraySlice<UInt8>)
  }

  private enum State { case preamble, afterBoundary, headers, content, end }

  /// How long the headers of a field may be, and what precedes the first one.
  private static let longestHead = 16 << 10
  private let boundary: [UInt8]
  private var state = State.preamble
  /// What has come and is not read yet. The first boundary has no line before it.
  private var pending: [UInt8] = [0x0D, 0x0A]

  /// - Parameter type: The header Content-Type.
  /// - Throws: ``Problem`` for what is no such form.
  init(contentType type: String) throws {
    guard type.lowercased().hasPrefix("multipart/form-data"),
      let boundary = HeaderParameters(type)["boundary"], 1...70 ~= boundary.utf8.count
    else { throw Problem(.unsupportedMediaType, "A form with a file is expected: multipart/form-data.") }
    self.boundary = Array("\r\n--\(boundary)".utf8)
  }

  /// True once the form has come to its end: what stops before is not whole.
  var isComplete: Bool { state == .end }

  /// Reads what has come.
  ///
  /// - Throws: ``Problem`` for what is no form, and what the closure throws.
  mutating func read(_ bytes: [UInt8], _ receive: (Event) throws -> Void) throws {
    if state == .end { return }
    pending += bytes
    var place = 0
    defer { pending.removeSubrange(..<place) }
    while try step(&place, receive) {}
  }

  /// Reads one thing from a place on; false if more must come first.
  private mutating func step(_ place: inout Int, _ receive: (Event) throws -> Void) throws -> Bool {
    let count = pending.count - place
    switch state {
    case .preamble:
      guard let found = Self.first(boundary, in: pending, from: place) else {
        guard count < Self.longestHead else { throw Self.malformed }
        return false
      }
      place = found + boundary.count
      state = .afterBoundary
    case .afterBoundary:
      guard count >= 2 else { return false }
      if pending[place] == UInt8(ascii: "-"), pending[place + 1] == UInt8(ascii: "-") {
        place += 2
        state = .end
        return false
      }
      guard pending[place] == 0x0D, pending[place + 1] == 0x0A else { throw Self.malformed }
      // The line's end stays: after it the end of headers is the same where there are none.
      state = .headers
    case .headers:
      guard let end = Self.first([0x0D, 0x0A, 0x0D, 0x0A], in: pending, from: place) else {
        guard count < Self.longestHead else { throw Self.malformed }
        return false
      }
      try receive(try Self.field(String(decoding: pending[place..<end], as: UTF8.self)))
      place = end + 4
      // What follows may be a boundary at once: it begins with a line's end.
      state = .content
    case .content:
      if let end = Self.first(boundary, in: pending, from: place) {
        if end > place { try receive(.bytes(pending[place..<end])) }
        place = end + boundary.count
        state = .afterBoundary
        return true
      }
      // The last bytes may be the beginning of a boundary.
      let sure = max(place, pending.count - boundary.count + 1)
      if sure > place { try receive(.bytes(pending[place..<sure])) }
      place = sure
      return false
    case .end: return false
    }
    return true
  }

  private static func field(_ headers: String) throws -> Event {
    for line in headers.split(whereSeparator: \.isNewline) {
      guard line.lowercased().hasPrefix("content-disposition:") else { continue }
      let parameters = HeaderParameters(line)
      guard let name = parameters["name"] else { throw malformed }
      return .field(name: name, file: parameters["filename"])
    }
    throw malformed
  }

  private static var malformed: Problem {
    Problem(.badRequest, "The form can't be read: it is no multipart/form-data.")
  }

  /// The first place of some bytes, of which the first is a carriage return.
  private static func first(_ wanted: [UInt8], in bytes: [UInt8], from place: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      wanted.withUnsafeBufferPointer { wanted in
        var place = place
        while place + wanted.count <= bytes.count {
          if bytes[place] == wanted[0],
            UnsafeBufferPointer(rebasing: bytes[place..<place + wanted.count]).elementsEqual(wanted)
          {
            return place
          }
          place += 1
        }
        return nil
      }
    }
  }
}

/// The parameters of a header, as in `form-data; name="file"; filename="a.csv"`.
struct HeaderParameters: Sendable {
  private var values: [String: String] = [:]

  init(_ header: some StringProtocol) {
    var parts: [String] = [""]
    var (isQuoted, isEscaped) = (false, false)
    for character in header {
      if isEscaped {
        parts[parts.count - 1].append(character)
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == ";", !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    for part in parts.dropFirst() {
      guard let sign = part.firstIndex(of: "=") else { continue }
      let name = part[..<sign].filter { !$0.isWhitespace }.lowercased()
      if values[name] == nil { values[name] = String(part[part.index(after: sign)...]) }
    }
  }

  subscript(name: String) -> String? { values[name] }
}

/// Makes keys from the bytes that a terminal sends.
///
/// Bytes may arrive in any pieces. Unknown sequences are dropped; incomplete ones wait for the rest.
struct KeyDecoder {
  private var pending: [UInt8] = []
  /// The text of a paste whose end has not arrived.
  private var paste: [UInt8]?
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// A longer sequence is not a key.
  private static let longestSequence = 32

  /// True while an escape byte waits: the Escape key, or the beginning of a sequence. Time must tell.
  var isAmbiguous: Bool { paste == nil && pending.first == 0x1B }

  /// Takes bytes and returns the keys that they complete.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let key = next() { if let key = key.key { append(key, to: &keys) } }
    return keys
  }

  /// The keys still waiting, when nothing more has arrived.
  mutating func flush() -> [Key] {
    guard isAmbiguous else { return [] }
    let rest = Array(pending.dropFirst())
    pending = []
    return [.escape] + (rest.isEmpty ? [] : decode(rest))
  }

  /// Text that arrives at once is one key, so that the line is drawn once.
  private func append(_ key: Key, to keys: inout [Key]) {
    if case .text(let more) = key, case .text(let text) = keys.last {
      keys[keys.count - 1] = .text(text + more)
    } else {
      keys.append(key)
    }
  }

  /// The next piece, which may not be a key; nil if more bytes are needed.
  private mutating func next() -> (key: Key?, Void)? {
    if paste != nil { return takePaste() }
    guard let first = pending.first else { return nil }
    switch first {
    case 0x1B: return takeSequence()
    case 0..<0x20, 0x7F:
      pending.removeFirst()
      return (Self.control(first), ())
    default: return takeText()
    }
  }

  private mutating func takePaste() -> (key: Key?, Void)? {
    guard var text = paste else { return nil }
    // The end may have arrived in two pieces: as much of the earlier text as may belong to it is checked again.
    let from = max(0, text.count - Self.pasteEnd.count)
    text += pending
    pending = []
    guard let end = Self.firstIndex(of: Self.pasteEnd, in: text, from: from) else {
      paste = text
      return nil
    }
    pending = Array(text[(end + Self.pasteEnd.count)...])
    paste = nil
    return (.paste(Self.lines(String(decoding: text[..<end], as: UTF8.self))), ())
  }

  private static func firstIndex(of part: [UInt8], in bytes: [UInt8], from: Int) -> Int? {
    guard bytes.count >= part.count else { return nil }
    return (from...(bytes.count - part.count)).first { bytes[$0...].starts(with: part) }
  }

  /// Line ends as the editor uses them: terminals send a return for each.
  static func lines(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\n", afterReturn {
        afterReturn = false
        continue
      }
      afterReturn = scalar == "\r"
      result.append(afterReturn ? "\n" : scalar)
    }
    return String(result)
  }

  private mutating func takeText() -> (key: Key?, Void)? {
    let end = pending.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? pending.count
    var run = pending[..<end]
    // A character whose bytes have not all arrived waits, unless something else follows it.
    if end == pending.count {
      let start = run.lastIndex { $0 & 0xC0 != 0x80 } ?? run.startIndex
      let length = Self.length(from: run[start])
      if run.count - start < length { run = run[..<start] }
    }
    guard !run.isEmpty else { return nil }
    let text = String(decoding: run, as: UTF8.self)
    pending.removeFirst(run.count)
    return (.text(text), ())
  }

  private static func length(from byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  private mutating func takeSequence() -> (key: Key?, Void)? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["):
      guard let end = pending.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 }) else {
        guard pending.count > Self.longestSequence else { return nil }
        pending = []
        return (nil, ())
      }
      let arguments = String(decoding: pending[2..<end], as: UTF8.self)
      let final = pending[end]
      pending.removeFirst(end + 1)
      if final == UInt8(ascii: "~"), arguments == "200" {
        paste = []
        return (nil, ())
      }
      return (Self.key(final, arguments), ())
    case UInt8(ascii: "O"):
      guard pending.count > 2 else { return nil }
      let final = pending[2]
      pending.removeFirst(3)
      return (Self.key(final, ""), ())
    case 0x1B:
      pending.removeFirst()
      return (.escape, ())
    default:
      let key = Self.meta(pending[1])
      pending.removeFirst(2)
      return (key, ())
    }
  }

  private static func key(_ final: UInt8, _ arguments: String) -> Key? {
    let parts = arguments.split(separator: ";", omittingEmptySubsequences: false)
    // After the semicolon: 2 is Shift, 3 Alt, 5 Control.
    let isWord = parts.count > 1 && ["3", "5", "7"].contains(parts[1])
    switch final {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return isWord ? .wordRight : .right
    case UInt8(ascii: "D"): return isWord ? .wordLeft : .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "~"):
      switch parts.first {
      case "1", "7": return .home
      case "4", "8": return .end
      case "3": return isWord ? .killNextWord : .delete
      default: return nil
      }
    default: return nil
    }
  }

  private static func meta(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "b"), UInt8(ascii: "B"): .wordLeft
    case UInt8(ascii: "f"), UInt8(ascii: "F"): .wordRight
    case UInt8(ascii: "d"), UInt8(ascii: "D"): .killNextWord
    case 0x08, 0x7F: .killWord
    default: nil
    }
  }

  private static func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x01: .home
    case 0x02: .left
    case 0x03: .interrupt
    case 0x04: .endOfInput
    case 0x05: .end
    case 0x06: .right
    case 0x07: .abort
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x0B: .killToEnd
    case 0x0C: .clearScreen
    case 0x0E: .down
    case 0x10: .up
    case 0x12: .search
    case 0x14: .transpose
    case 0x15: .killToStart
    case 0x17: .killWord
    case 0x19: .yank
    case 0x1A: .suspend
    default: nil
    }
  }
}

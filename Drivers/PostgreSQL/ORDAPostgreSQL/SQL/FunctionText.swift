/// The names in a text that may be no SQL, such as the body of a function: whatever looks like one, also in quotes and
/// comments.
struct FunctionText {
  private(set) var names: Set<String> = []

  init(_ text: String) {
    var word: [UInt8] = []
    var quoted: [UInt8]?
    var isQuoteOpen = false
    func end(_ names: inout Set<String>) {
      if !word.isEmpty { names.insert(String(decoding: word, as: UTF8.self)) }
      word = []
    }
    for byte in text.utf8 {
      if byte == 0x22 {
        // Two are one, inside a name.
        if isQuoteOpen, let name = quoted {
          names.insert(String(decoding: name, as: UTF8.self))
          quoted?.append(byte)
        } else if quoted == nil {
          quoted = []
        }
        isQuoteOpen.toggle()
      } else if isQuoteOpen {
        quoted?.append(byte)
      } else {
        quoted = nil
      }
      switch byte {
      case 0x41...0x5A: word.append(byte + 0x20)
      case 0x61...0x7A, 0x30...0x39, 0x5F, 0x24, 0x80...0xFF: word.append(byte)
      default: end(&names)
      }
    }
    end(&names)
  }
}

/// The modules that a source imports, read from its lines: decides which sources to parse.
struct Imports {
  private(set) var modules: Set<String> = []

  init(_ source: SourceText) {
    guard source.contains("import ") else { return }
    source.bytes.withUnsafeBufferPointer { bytes in
      for line in bytes.split(separator: 0x0A) {
        // `@testable public import struct ORDA.SQL` is the longest form.
        guard line.count < 200, line.contains(0x69) else { continue }
        let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.prefix(6)
        guard let place = words.firstIndex(where: { $0.elementsEqual("import".utf8) }) else { continue }
        let before = words[..<place]
        guard before.allSatisfy({ $0.first == 0x40 || Self.levels.contains(String(decoding: $0, as: UTF8.self)) })
        else {
          continue
        }
        var after = words[(place + 1)...].map { String(decoding: $0, as: UTF8.self) }
        if after.count > 1, Self.kinds.contains(after[0]) { after.removeFirst() }
        if let module = after.first?.split(separator: ".").first { modules.insert(String(module)) }
      }
    }
  }

  private static let levels: Set = ["public", "package", "internal", "fileprivate", "private"]
  private static let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
}

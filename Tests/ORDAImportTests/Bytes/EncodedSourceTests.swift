import Testing

@testable import ORDAImport

@Suite("Files of other encodings") struct EncodedSourceTests {
  private func text(_ bytes: [UInt8], _ encoding: String, chunk: Int = .max, room: Int = 64) throws -> String {
    let source = try EncodedSource(MemorySource(bytes, chunk: chunk), encoding: encoding)
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: room)
    while case let count = try buffer.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 {
      result += buffer[..<count]
    }
    return String(decoding: result, as: UTF8.self)
  }

  @Test("They are read as UTF-8, however the bytes arrive", arguments: [1, 2, 3, 1000], [4, 7, 1000])
  func converted(_ chunk: Int, _ room: Int) throws {
    #expect(try text([0x47, 0x72, 0xFC, 0xDF, 0x65], "latin1", chunk: chunk, room: room) == "Grüße")
    #expect(try text([0x80, 0x35], "windows-1252", chunk: chunk, room: room) == "€5")
    let utf16: [UInt8] = [0xFF, 0xFE, 0x3C, 0xD8, 0xB7, 0xDF, 0x0A, 0x00, 0x61, 0x00]
    #expect(try text(utf16, "utf-16", chunk: chunk, room: room) == "🎷\na")
    #expect(try text([], "latin1", chunk: chunk, room: room) == "")
  }

  @Test("More than a buffer holds")
  func long() throws {
    let bytes = [UInt8](repeating: 0xE9, count: 300_000)
    #expect(try text(bytes, "latin1", chunk: 1001, room: 4096) == String(repeating: "é", count: 300_000))
  }

  @Test("What is none of the encoding is told with its line and its byte")
  func refused() throws {
    let error = #expect(throws: EncodingError.self) { try text(Array("a\nb\n".utf8) + [0xFF, 0x41], "utf-8") }
    #expect(error?.description == "line 3: byte 5 of the file is the beginning of no utf-8")
    // A character that the file's end cuts off.
    #expect(throws: EncodingError.self) { try text([0x61, 0xC3], "utf-8") }
    #expect(throws: EncodingError.self) { try text([0x61, 0x00, 0x62], "utf-16le") }
  }

  @Test("A name that the system does not know is told with names that it knows")
  func unknown() {
    let error = #expect(throws: EncodingError.self) { try text([], "latin0815") }
    #expect(error?.description.contains("there is no encoding 'latin0815'") == true)
    let near = #expect(throws: EncodingError.self) { try text([], "windows-1225") }
    #expect(
      near?.description.contains("did you mean WINDOWS-1252?") == true
        || near?.description.contains("WINDOWS-125") == true)
  }
}

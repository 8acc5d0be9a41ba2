import Testing

@testable import ORDAServer

@Suite struct MultipartReaderTests {
  /// What a body has, a line for each field; it comes in pieces of a size.
  private func read(_ body: String, chunk: Int) throws -> [String] {
    var reader = try MultipartReader(contentType: "multipart/form-data; boundary=\"b\"")
    var fields: [String] = []
    let bytes = Array(body.utf8)
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      try reader.read(Array(bytes[start..<min(bytes.count, start + chunk)])) { event in
        switch event {
        case .field(let name, let file): fields.append("\(name) \(file ?? "-"): ")
        case .bytes(let bytes): fields[fields.count - 1] += String(decoding: bytes, as: UTF8.self)
        }
      }
    }
    return fields + (reader.isComplete ? [] : ["…"])
  }

  private static let form = """
    what comes before\r
    --b\r
    content-disposition: form-data; name=a\r
    \r
    1\r
    --b\r
    Content-Type: text/csv\r
    Content-Disposition: form-data; name="file"; filename="x; \\"y\\".csv"\r
    \r
    id\r
    --bx\r
    \r\n\r
    --b\r
    Content-Disposition: form-data; name="empty"\r
    \r
    \r
    --b--\r
    what comes after
    """

  @Test func itDoesNotMatterHowItComes() throws {
    for chunk in 1...Self.form.utf8.count {
      // A line that only begins like a boundary is one here, too: whoever writes a form takes another.
      #expect(throws: Problem.self) { try read(Self.form, chunk: chunk) }
      let form = Self.form.replacing("--bx", with: "-bx")
      #expect(
        try read(form, chunk: chunk) == ["a -: 1", "file x; \"y\".csv: id\r\n-bx\r\n\r\n", "empty -: "], "\(chunk)")
    }
  }

  @Test func whatStopsIsNotWhole() throws {
    #expect(
      try read("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n123456789", chunk: 3) == ["a -: 12345", "…"])
    #expect(try read("", chunk: 1) == ["…"])
  }

  @Test func whatIsNoFormIsRefused() throws {
    for type in ["", "text/csv", "multipart/form-data", "multipart/form-data; boundary="] {
      #expect(throws: Problem.self) { _ = try MultipartReader(contentType: type) }
    }
    for body in [
      "--b\r\n\r\n\r\n1", "--b\r\nContent-Disposition: form-data\r\n\r\n", "--b??",
      String(repeating: "x", count: 20_000),
      "--b\r\n" + String(repeating: "x", count: 20_000),
    ] { #expect(throws: Problem.self) { try read(body, chunk: 1000) } }
  }
}

import Testing

@testable import ORDA

@Suite("Reading what was written")
struct URLRoundTripTests {
  @Test("Gives the same URL, to the byte", arguments: [DatabaseURL.Shape.file, .name, .server])
  func roundTrip(shape: DatabaseURL.Shape) throws {
    for seed in UInt64(1)...4000 {
      var generator = URLGenerator(seed: seed)
      let url = try generator.url(shape)
      let text = url.textWithSecrets
      guard let again = try? DatabaseURL(text, shape: shape) else {
        Issue.record("seed \(seed): can't be read: \(text)")
        continue
      }
      #expect(again == url, "seed \(seed): \(text)")
      #expect(Array(again.textWithSecrets.utf8) == Array(text.utf8), "seed \(seed)")
      #expect(bytes(again) == bytes(url), "seed \(seed): \(text)")
    }
  }

  /// Every part as bytes, since Swift takes texts of the same meaning for equal.
  private func bytes(_ url: DatabaseURL) -> [[UInt8]] {
    var parts = url.options.flatMap { [$0.name, $0.value] }
    switch url.location {
    case .memory: parts.append(":memory:")
    case .file(let path): parts.append(path)
    case .server(let server):
      parts += [server.user ?? "-", server.password ?? "-", server.database ?? "-"]
      for host in server.hosts {
        if case .socket(let path) = host.address { parts.append(path) }
        parts += host.parameters.flatMap { [$0.name, $0.value] }
      }
    }
    return parts.map { Array($0.utf8) }
  }

  @Test("Any text is read or refused, whatever its bytes")
  func noise() throws {
    for seed in UInt64(1)...4000 {
      var generator = URLGenerator(seed: seed)
      let text = ["sqlite:", "mariadb://", ""][Int(seed % 3)] + generator.text(0...10)
      for shape in [DatabaseURL.Shape.file, .name, .server] {
        do {
          let url = try DatabaseURL(text, shape: shape)
          #expect(try DatabaseURL(url.textWithSecrets, shape: shape) == url, "seed \(seed)")
        } catch {
          #expect(error.kind == .badURL, "seed \(seed)")
        }
      }
    }
  }
}

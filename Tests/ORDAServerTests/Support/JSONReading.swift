import Foundation

/// JSON of texts, for tests that import no Foundation.
enum JSONReading {
  static func read(_ text: String) throws -> JSON { try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A condition as programs write it: `["seconds","gt","300"]`.
enum FilterText {
  /// - Throws: ``Problem`` for anything else.
  static func parts(_ text: String) throws -> (column: String, comparison: String, value: String) {
    guard let parts = try? JSONDecoder().decode([String].self, from: Data(text.utf8)), 2...3 ~= parts.count else {
      throw Problem(.badRequest, #"filter is a list of texts, such as ["seconds","gt","300"]."#)
    }
    return (parts[0], parts[1], parts.count == 3 ? parts[2] : "")
  }
}

import ORDA

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// UUIDs in texts.
enum UUIDText {
  static func value(_ text: String) -> Value? { UUID(uuidString: text).map { .uuid($0) } }

  static func text(_ uuid: UUID) -> String { uuid.uuidString }
}

import CFloor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Statements with their values written into them: thousands of different texts, so that no side finds one prepared.
///
/// Unchecked, because nothing writes to C's copies once they are here.
final class NewTexts: @unchecked Sendable {
  let swift: [String]
  /// The same for C.
  let pointers: [UnsafePointer<CChar>?]

  init(_ texts: [String]) {
    swift = texts
    pointers = texts.map { strdup($0).map { UnsafePointer($0) } }
  }

  deinit {
    for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
  }

  var count: Int { swift.count }

  /// One row of the scores each.
  @MainActor
  static func lookups(_ data: SQLiteData) -> NewTexts {
    NewTexts(data.keys.prefix(operations(data)).map { "SELECT id, name, score FROM score WHERE id = \($0)" })
  }

  /// One row of ten integers each.
  @MainActor
  static func inserts(_ data: SQLiteData) -> NewTexts {
    NewTexts(
      data.swiftIntegers.prefix(operations(data)).map {
        "INSERT INTO integers (a, b, c, d, e, f, g, h, i, j) VALUES "
          + "(\($0.a), \($0.b), \($0.c), \($0.d), \($0.e), \($0.f), \($0.g), \($0.h), \($0.i), \($0.j))"
      })
  }

  /// How many there are: more than any side keeps.
  @MainActor
  static func operations(_ data: SQLiteData) -> Int { data.count / 10 }
}

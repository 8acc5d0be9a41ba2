/// A line of a file.
struct SourcePlace: Sendable {
  var file: StaticString
  var line: UInt
}

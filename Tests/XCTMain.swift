import Testing

/// The entry point of the test executable on Linux, in place of the one that SwiftPM generates.
///
/// SwiftPM finds this file by its name. With the generated entry point it would search the compiler's index for XCTest cases,
/// of which there are none, and would need that index, which makes each build slower.
@main
struct TestMain {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}

import ORDA

/// What a case's own closure throws, to check that it arrives unchanged.
struct SecondThoughts: Error {}

extension ConformanceRun {
  /// Notes a failure if the body does not throw ``SecondThoughts``.
  func expectSecondThoughts(file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Void) {
    do {
      try body()
      fail("expected the closure's own error, found none", file: file, line: line)
    } catch is SecondThoughts {
    } catch {
      fail("expected the closure's own error, found \(error)", file: file, line: line)
    }
  }

  /// The same, awaited.
  nonisolated(nonsending) func expectSecondThoughts(
    file: StaticString = #fileID, line: UInt = #line, _ body: nonisolated(nonsending) () async throws -> Void
  ) async {
    do {
      try await body()
      fail("expected the closure's own error, found none", file: file, line: line)
    } catch is SecondThoughts {
    } catch {
      fail("expected the closure's own error, found \(error)", file: file, line: line)
    }
  }
}

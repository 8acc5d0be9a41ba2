import ORDA

/// What a case's own closure throws, to see that it comes back as it is.
struct SecondThoughts: Error {}

extension ConformanceRun {
  /// Notes a failure where the body does not throw ``SecondThoughts``.
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

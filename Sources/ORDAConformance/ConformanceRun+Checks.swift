public import ORDA
internal import ORDAThreads

// What follows is not inlined into some thousand places: that would be most of the time that this library takes to
// compile.
extension ConformanceRun {
  /// Notes a failure.
  @inline(never)
  public func fail(_ message: String, file: StaticString = #fileID, line: UInt = #line) {
    let failure = ConformanceFailure(message, SourcePlace(file: file, line: line))
    state.withLock { $0.failures.append(failure) }
  }

  /// Notes a failure if the condition does not hold.
  @inline(never)
  public func expect(
    _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
  ) {
    if !condition { fail(message(), file: file, line: line) }
  }

  /// Notes a failure if the found value is not the expected one; `what` says what was examined.
  @inline(never)
  public func expect<T: Equatable>(
    _ seen: T, equals expected: T, _ what: @autoclosure () -> String = "", file: StaticString = #fileID,
    line: UInt = #line
  ) {
    guard seen != expected else { return }
    let subject = what()
    let prefix = subject.isEmpty ? "" : subject + ": "
    fail("\(prefix)expected \(shown(expected)), found \(shown(seen))", file: file, line: line)
  }

  /// Notes a failure if the text lacks one of the words.
  @inline(never)
  public func expect(
    _ text: String, contains words: String..., file: StaticString = #fileID, line: UInt = #line
  ) {
    for word in words where !text.contains(word) {
      fail("expected \(shown(word)) in \(shown(text))", file: file, line: line)
    }
  }

  /// Notes a failure if the body does not throw a `DatabaseError` of one of the kinds, or of one nested in them.
  ///
  /// - Returns: The error, for further checks; nil if there was none or another.
  @inline(never)
  @discardableResult
  public func expect<R>(
    throws kinds: DatabaseError.Kind..., file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> R
  ) -> DatabaseError? {
    do {
      _ = try body()
      return noError(kinds, SourcePlace(file: file, line: line))
    } catch {
      return check(error, kinds, SourcePlace(file: file, line: line))
    }
  }

  /// The same, awaited.
  @inline(never)
  @discardableResult
  public nonisolated(nonsending) func expect<R>(
    throws kinds: DatabaseError.Kind..., file: StaticString = #fileID, line: UInt = #line,
    _ body: nonisolated(nonsending) () async throws -> R
  ) async -> DatabaseError? {
    do {
      _ = try await body()
      return noError(kinds, SourcePlace(file: file, line: line))
    } catch {
      return check(error, kinds, SourcePlace(file: file, line: line))
    }
  }

  /// Ends the case with a failure if the condition does not hold.
  @inline(never)
  public func require(
    _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
  ) throws {
    guard !condition else { return }
    fail(message(), file: file, line: line)
    throw CaseStopped()
  }

  /// The value; ends the case with a failure if there is none.
  @inline(never)
  public func require<T>(
    _ value: T?, _ what: @autoclosure () -> String = "a value", file: StaticString = #fileID, line: UInt = #line
  ) throws -> T {
    if let value { return value }
    fail("expected \(what()), found nothing", file: file, line: line)
    throw CaseStopped()
  }

  @inline(never)
  private func noError(_ kinds: [DatabaseError.Kind], _ place: SourcePlace) -> DatabaseError? {
    fail("expected an error of kind \(names(kinds)), found none", file: place.file, line: place.line)
    return nil
  }

  @inline(never)
  private func check(_ error: any Error, _ kinds: [DatabaseError.Kind], _ place: SourcePlace) -> DatabaseError? {
    guard let error = error as? DatabaseError else {
      fail(
        "expected a DatabaseError of kind \(names(kinds)), found \(type(of: error)): \(error)", file: place.file,
        line: place.line)
      return nil
    }
    guard !kinds.contains(where: { $0.matches(error.kind) }) else { return error }
    fail("expected an error of kind \(names(kinds)), found \(error)", file: place.file, line: place.line)
    return nil
  }

  @inline(never)
  private func names(_ kinds: [DatabaseError.Kind]) -> String { kinds.map(\.name).joined(separator: " or ") }

  /// A value for a message; cuts a long one, since it may have megabytes.
  @inline(never)
  private func shown(_ value: some Any) -> String {
    let text = String(reflecting: value)
    return text.utf8.count <= 300 ? text : text.prefix(300) + "… (\(text.utf8.count) bytes)"
  }
}

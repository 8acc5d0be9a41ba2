public import ORDA

/// One promise of ORDA, and the proof that a driver keeps it.
///
/// ```swift
/// let outcome = await ConformanceSuite.case(named: "values.integer.minimum")?.run(on: subject)
/// ```
public struct ConformanceCase: Sendable, Identifiable {
  /// How a case proves its promise: on a thread of its own, or awaited.
  enum Body: Sendable {
    case sync(@Sendable (ConformanceRun) throws -> Void)
    case async(@Sendable (ConformanceRun) async throws -> Void)
  }

  /// The name, words joined by dots, the first of which is the group: `values.integer.minimum`. It never changes.
  public let name: String
  /// The promise, in one sentence.
  public let summary: String
  /// What the database must support for the promise to apply.
  public let needs: Capabilities
  /// What the database must not support: the promise is about how the lack of it shows.
  public let without: Capability?
  /// Where the case is written.
  let location: SourcePlace
  let body: Body

  /// A case whose body blocks; it runs on a thread of its own.
  public init(
    _ name: String, _ summary: String, needs: Capabilities = [], without: Capability? = nil,
    file: StaticString = #fileID, line: UInt = #line, _ body: @escaping @Sendable (ConformanceRun) throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.needs = needs
    self.without = without
    location = SourcePlace(file: file, line: line)
    self.body = .sync(body)
  }

  /// A case whose body is awaited.
  public init(
    awaited name: String, _ summary: String, needs: Capabilities = [], without: Capability? = nil,
    file: StaticString = #fileID, line: UInt = #line, _ body: @escaping @Sendable (ConformanceRun) async throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.needs = needs
    self.without = without
    location = SourcePlace(file: file, line: line)
    self.body = .async(body)
  }

  /// The name.
  public var id: String { name }
  /// The first word of the name.
  public var group: String { String(name.prefix { $0 != "." }) }
}

extension ConformanceCase: CustomStringConvertible {
  /// The name, which identifies the case in parameterised tests.
  public var description: String { name }
}

/// One promise of a store, and the proof that it is kept.
///
/// ```swift
/// @Test(arguments: ShelfStoreSuite.cases)
/// func `the store keeps its promises`(_ testCase: ShelfStoreCase) async throws {
///   try await testCase.check { ShelfStorePlace(MyStore()) }
/// }
/// ```
public struct ShelfStoreCase: Sendable, Identifiable {
  /// What a store must be for the promise to apply.
  public enum Need: String, Sendable, Hashable {
    /// Any store.
    case nothing
    /// One that has indexes: an `IndexedShelfStore`.
    case indexes
    /// One that can be read as it is at one moment: a `SnapshotShelfStore`.
    case snapshots
    /// One that keeps bytes beside JSON: a `BinaryShelfStore`.
    case binaries
    /// One that another program can open as well.
    case another
    /// One that another program can open as well, and that reports changes.
    case changes
  }

  /// The name, two words joined by a dot, the first of which is the group: `writing.conflicts`. It never changes.
  public let name: String
  /// The promise, in one sentence.
  public let summary: String
  /// What a store must be for the promise to apply.
  public let need: Need
  let body: @Sendable (ShelfStoreRun) async throws -> Void

  init(
    _ name: String, _ summary: String, needs need: Need = .nothing,
    _ body: @escaping @Sendable (ShelfStoreRun) async throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.need = need
    self.body = body
  }

  /// The name.
  public var id: String { name }
  /// The first word of the name.
  public var group: String { String(name.prefix { $0 != "." }) }

  /// Runs the case in a fresh place.
  ///
  /// - Parameter make: Makes the place.
  public func run(in make: @Sendable () async throws -> ShelfStorePlace) async -> ShelfStoreOutcome {
    do {
      let place = try await make()
      let run = ShelfStoreRun(place)
      let reason = try await run.reasonToSkip(need)
      if reason == nil { try await body(run) }
      await run.end()
      return reason.map { .notApplicable($0) } ?? .passed
    } catch {
      return .failed("\(error)")
    }
  }

  /// Runs the case in a fresh place, and throws if the promise is not kept: for a line in a test.
  ///
  /// - Throws: ``ShelfStoreFailure``.
  public func check(in make: @Sendable () async throws -> ShelfStorePlace) async throws {
    if case .failed(let reason) = await run(in: make) { throw ShelfStoreFailure("\(name): \(summary) \(reason)") }
  }
}

extension ShelfStoreCase: CustomStringConvertible {
  /// The name, which identifies the case in parameterised tests.
  public var description: String { name }
}

/// The outcome of a case.
public enum ShelfStoreOutcome: Sendable, Hashable {
  /// The promise is kept.
  case passed
  /// It is not kept, for this reason.
  case failed(String)
  /// It does not apply to this store, for this reason.
  case notApplicable(String)
}

/// A promise that is not kept.
public struct ShelfStoreFailure: Error, CustomStringConvertible {
  /// Which one, and what was found instead.
  public let description: String

  init(_ description: String) { self.description = description }
}

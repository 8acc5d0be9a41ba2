internal import Foundation
public import ORDA

/// A driver without a database: it answers according to a test's script, and records the requests.
///
/// ```swift
/// let script = ScriptedDatabase()
/// script.expect("INSERT INTO genre (name) VALUES (?)", with: ["Jazz"], answer: .changes(1, lastID: 7))
/// let db = try script.open()
/// // what is tested runs on db
/// try script.verify()
/// ```
///
/// Each test makes its own, and two of them share nothing, so tests may run in parallel. Any thread may use it, also
/// while statements run.
public final class ScriptedDatabase: Driver, @unchecked Sendable {
  // Proof: `script`, `record` and `changeSources` are touched only under `lock`; everything else never changes, or has
  // a lock.

  /// The name of the driver, by which a registry identifies it.
  public let name: String
  /// The only scheme of its URLs.
  public let schemes: [String]
  /// A name, which may be omitted: `scripted:`, `scripted:music`.
  public let urlShape = DatabaseURL.Shape.name
  /// None but the core's.
  public let options = OptionTable()
  /// What the database claims to support.
  public let capabilities: Capabilities
  /// None.
  public var serverCapabilities: Capabilities { faults.serverCapabilities.possible }
  /// How statements are quoted.
  public let dialect: Dialect

  let order: ScriptOrder
  let matching: TextMatching
  let layout: ConnectionGovernor.Layout
  let onUnexpected: (@Sendable (String) -> Void)?

  private let lock = NSLock()
  private var script: Script
  private var record = ScriptRecord()
  private var changeSources: [WeakChangeSource] = []
  /// Held while a call is compared with the expectations, which may run a test's closures: two calls must not get the
  /// same answer. Recursive, so that such a closure may use the database itself.
  private let decision = NSRecursiveLock()

  /// Behaviour that only the core's own tests ask for.
  package let faults = ScriptedFaults()

  /// A database that expects nothing yet.
  ///
  /// - Parameters:
  ///   - name: The driver's name.
  ///   - scheme: What URLs begin with. Two databases of one registry have two names and two schemes.
  ///   - order: Whether calls must come in the order of their expectations.
  ///   - matching: How texts are compared.
  ///   - layout: How many connections a governor opens at most. With one, the default, statements can only come in one
  ///     order.
  ///   - capabilities: What the database can do.
  ///   - dialect: How it quotes and comments.
  ///   - onUnexpected: Called at once with the words of ``verify()`` when something unexpected comes, even if the
  ///     tested program swallows the error. With Swift Testing `{ Issue.record("\($0)") }`.
  public init(
    name: String = "Scripted", scheme: String = "scripted", order: ScriptOrder = .inOrder,
    matching: TextMatching = .normalized, layout: ConnectionGovernor.Layout = .init(writers: 1),
    capabilities: Capabilities = ScriptedDatabase.usualCapabilities, dialect: Dialect = .standard,
    onUnexpected: (@Sendable (String) -> Void)? = nil
  ) {
    self.name = name
    schemes = [scheme]
    self.order = order
    self.matching = matching
    self.layout = layout
    self.capabilities = capabilities
    self.dialect = dialect
    self.onUnexpected = onUnexpected
    script = Script(order: order)
  }

  /// What most databases support, as far as a script can simulate it.
  public static let usualCapabilities: Capabilities = [
    .transactionalDDL, .savepoints, .interleaving, .cancellation, .returning, .multipleResults, .lists, .changeEvents,
  ]

  func deciding<R>(_ body: () -> R) -> R {
    decision.lock()
    defer { decision.unlock() }
    return body()
  }

  // MARK: What changes, under the lock

  func withScript<R>(_ body: (inout Script) -> R) -> R {
    lock.lock()
    defer { lock.unlock() }
    return body(&script)
  }

  func withRecord<R>(_ body: (inout ScriptRecord) -> R) -> R {
    lock.lock()
    defer { lock.unlock() }
    return body(&record)
  }

  func withChangeSources<R>(_ body: (inout [WeakChangeSource]) -> R) -> R {
    lock.lock()
    defer { lock.unlock() }
    return body(&changeSources)
  }
}

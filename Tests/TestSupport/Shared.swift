import Foundation

/// Something that a test's threads share under a lock. The one of Synchronization gives false reports under
/// ThreadSanitizer on Linux.
public final class Shared<Value>: @unchecked Sendable {
  // Proof: `value` is touched only under the lock.
  private let lock = NSLock()
  private var value: Value

  /// Begins with a value.
  public init(_ value: Value) { self.value = value }

  /// Reads or changes it, while nobody else does.
  @discardableResult
  public func with<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// What it is now.
  public var current: Value {
    get { with { $0 } }
    set { with { $0 = newValue } }
  }
}

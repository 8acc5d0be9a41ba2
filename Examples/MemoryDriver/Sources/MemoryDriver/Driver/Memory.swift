public import ORDA

/// Databases that live in the program's memory: `memory:music`, or `memory:` for one that nobody else sees.
///
/// ```swift
/// try Memory.register()
/// let db = try ORDA.open("memory:music")
/// ```
public enum Memory {
  /// Makes the driver known to the program, or to a registry of its own; a second time changes nothing.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` where another driver has the scheme.
  public static func register(with registry: Registry = ORDA.shared) throws {
    try registry.register(MemoryDriver())
  }

  /// The driver itself, to be opened without a registry, or to be checked.
  public static var driver: any Driver { MemoryDriver() }
}

/// The entry point: opens databases by URL, through the drivers that the program registered.
///
/// ```swift
/// try SQLite.register()
/// let db = try ORDA.open("sqlite:music.db")
/// ```
///
/// These are conveniences over one registry for the whole program. A library or a test that must not touch it makes a
/// ``Registry`` of its own.
public enum ORDA {
  /// The program's registry.
  public static let shared = Registry()

  /// The drivers of the program's registry, in the order of their registration.
  public static var drivers: [any Driver] { shared.drivers }

  /// Makes a driver known to the program; a second time changes nothing.
  ///
  /// - Throws: `misuse`, like ``Registry/register(_:)``.
  public static func register(_ driver: any Driver) throws { try shared.register(driver) }

  /// Opens a database by its URL.
  ///
  /// - Throws: Like `open(_:configuration:)`.
  public static func open(
    _ text: String, configuration: GovernorConfiguration = GovernorConfiguration(), waitingUpTo limit: Duration = .zero
  ) throws -> any Governor {
    try shared.open(text, configuration: configuration, waitingUpTo: limit)
  }

  /// Opens a database by its URL, without blocking the task's thread.
  ///
  /// - Throws: Like `open(_:configuration:)`; `cancelled` at once when the task is cancelled.
  public static func open(
    _ text: String, configuration: GovernorConfiguration = GovernorConfiguration(), waitingUpTo limit: Duration = .zero
  ) async throws -> any Governor {
    try await shared.open(text, configuration: configuration, waitingUpTo: limit)
  }

  /// Opens a database by a URL that was put together or read before.
  ///
  /// - Throws: Like the function that takes a text.
  public static func open(
    _ url: DatabaseURL, configuration: GovernorConfiguration = GovernorConfiguration(),
    waitingUpTo limit: Duration = .zero
  ) throws -> any Governor {
    try shared.open(url, configuration: configuration, waitingUpTo: limit)
  }

  /// Opens a database by a URL that was put together or read before, without blocking the task's thread.
  ///
  /// - Throws: Like the function that takes a text; `cancelled` at once when the task is cancelled.
  public static func open(
    _ url: DatabaseURL, configuration: GovernorConfiguration = GovernorConfiguration(),
    waitingUpTo limit: Duration = .zero
  ) async throws -> any Governor {
    try await shared.open(url, configuration: configuration, waitingUpTo: limit)
  }

  /// Explains how a URL is understood, without opening anything: each option, its value and its default, with secrets
  /// masked.
  ///
  /// - Throws: Like ``Registry/explain(_:)``.
  public static func explain(_ text: String) throws -> Explanation { try shared.explain(text) }
}

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Registry {
  /// Opens a database by one of Foundation's URLs; one with several hosts exists only as text.
  ///
  /// - Throws: Like ``open(_:configuration:)`` for text.
  public func open(_ url: URL, configuration: GovernorConfiguration = GovernorConfiguration()) throws -> any Governor {
    try open(url.absoluteString, configuration: configuration)
  }

  /// Opens a database by one of Foundation's URLs, without blocking the task's thread.
  ///
  /// - Throws: Like ``open(_:configuration:)`` for text.
  public func open(_ url: URL, configuration: GovernorConfiguration = GovernorConfiguration()) async throws
    -> any Governor
  {
    try await open(url.absoluteString, configuration: configuration)
  }
}

extension ORDA {
  /// Opens a database by one of Foundation's URLs; one with several hosts exists only as text.
  ///
  /// - Throws: Like ``open(_:configuration:)`` for text.
  public static func open(_ url: URL, configuration: GovernorConfiguration = GovernorConfiguration()) throws
    -> any Governor
  {
    try shared.open(url, configuration: configuration)
  }

  /// Opens a database by one of Foundation's URLs, without blocking the task's thread.
  ///
  /// - Throws: Like ``open(_:configuration:)`` for text.
  public static func open(_ url: URL, configuration: GovernorConfiguration = GovernorConfiguration()) async throws
    -> any Governor
  {
    try await shared.open(url, configuration: configuration)
  }
}

package import ORDA

/// A driver that the command opens databases by, and what the command has of it beyond ORDA's interface.
///
/// The command itself depends on no driver: the program hands them over.
package struct CommandDriver: Sendable {
  /// The name that its databases have of it.
  let name: String
  /// What its URLs begin with, before the colon; it may have further schemes.
  let scheme: String
  /// Registers it; doing so twice is fine.
  let register: @Sendable () throws -> Void
  /// The triggers that note changes; nil where changes are told of without.
  let triggers: (@Sendable (any Governor) -> ServerTriggers)?

  package init(
    _ name: String, scheme: String, triggers: (@Sendable (any Governor) -> ServerTriggers)? = nil,
    register: @escaping @Sendable () throws -> Void
  ) {
    self.name = name
    self.scheme = scheme
    self.triggers = triggers
    self.register = register
  }
}

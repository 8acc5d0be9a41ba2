import Foundation

/// A domain of UserDefaults of a side's own, whose file goes with it.
@MainActor
final class DefaultsDomain {
  private let name = "orda-benchmarks-\(UUID().uuidString)"
  private let defaults: UserDefaults

  init() throws {
    guard let defaults = UserDefaults(suiteName: name) else {
      throw LiveFailure(description: "there are no UserDefaults here")
    }
    self.defaults = defaults
  }

  isolated deinit {
    empty()
    defaults.synchronize()
  }

  func set(_ value: String, _ key: String) { defaults.set(value, forKey: key) }

  func string(_ key: String) -> String? { defaults.string(forKey: key) }

  /// Has the file written.
  func save() throws {
    guard defaults.synchronize() else { throw LiveFailure(description: "the UserDefaults could not be written") }
  }

  func empty() { defaults.removePersistentDomain(forName: name) }
}

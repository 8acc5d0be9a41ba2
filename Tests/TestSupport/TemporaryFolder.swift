import Foundation

/// A folder of a test's own, which goes with the object.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Makes an empty one.
  public init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("orda-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a thing in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// What a file in the folder holds, which must be UTF-8.
  public func text(_ name: String) throws -> String {
    try String(contentsOf: URL(fileURLWithPath: file(name)), encoding: .utf8)
  }

  /// Makes a file in the folder.
  public func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
  }

  /// What is in the folder, by name.
  public var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}

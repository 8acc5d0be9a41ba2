import Foundation

/// A folder for databases under the system's temporary folder, gone after the run.
final class ScratchFolder: Sendable {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("orda-benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Its own path.
  var path: String { url.path }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func remove() {
    try? FileManager.default.removeItem(at: url)
  }
}

import Foundation
import SourceCheck

/// The sources named by paths.
enum SourceFiles {
  /// Reads files, and the Swift sources in folders; skips folders whose names begin with a dot.
  ///
  /// - Throws: `Unreadable`.
  static func read(_ paths: [String]) throws -> [SourceText] {
    var found: Set<String> = []
    return try paths.flatMap(files).filter { found.insert($0).inserted }.map { path in
      guard let data = FileManager.default.contents(atPath: path) else { throw Unreadable(path: path) }
      return SourceText(path: path, bytes: Array(data))
    }
  }

  private static func files(_ path: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw Unreadable(path: path) }
    guard isFolder.boolValue else { return [path] }
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let files = FileManager.default.enumerator(atPath: folder) else { throw Unreadable(path: path) }
    var found: [String] = []
    for case let name as String in files {
      if name.hasPrefix(".") || name.contains("/.") {
        files.skipDescendants()
      } else if name.hasSuffix(".swift") {
        found.append("\(folder)/\(name)")
      }
    }
    return found.sorted()
  }

  /// A path that can't be read.
  struct Unreadable: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path) can't be read" }
  }
}

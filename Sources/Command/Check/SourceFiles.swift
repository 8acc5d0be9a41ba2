import SourceCheck

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    guard Folder.exists(at: path) else { return [path] }
    return try sources(in: path.hasSuffix("/") ? String(path.dropLast()) : path).sorted()
  }

  private static func sources(in folder: String) throws -> [String] {
    let manager = FileManager.default
    guard let names = try? manager.contentsOfDirectory(atPath: folder) else { throw Unreadable(path: folder) }
    return try names.filter { !$0.hasPrefix(".") }.flatMap { name in
      let path = "\(folder)/\(name)"
      // Of a link this is the type of the link: a folder that leads to itself ends here.
      let isFolder = try? manager.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeDirectory
      if isFolder == true { return try sources(in: path) }
      return name.hasSuffix(".swift") ? [path] : []
    }
  }

  /// A path that can't be read.
  struct Unreadable: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path) can't be read" }
  }
}

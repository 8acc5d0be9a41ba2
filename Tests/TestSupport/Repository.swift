public import Foundation

/// Where the package is.
public enum Repository {
  /// Its folder.
  public static var folder: URL {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    return root
  }
}

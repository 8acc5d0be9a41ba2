internal import ORDAPlatform

/// The entries of a folder, with stamps that show changes: for comparison with a later listing if the system names no
/// entries.
struct FolderListing {
  private struct Stamp: Hashable {
    let device: UInt64
    let number: UInt64
    let size: Int64
    let seconds: Int
    let nanoseconds: Int

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
      size = Int64(status.st_size)
      #if canImport(Darwin)
        (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
      #else
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
      #endif
    }
  }

  private var stamps: [String: Stamp] = [:]

  /// Some entries of a folder as they are now.
  ///
  /// - Parameter names: Which entries; nil for all. Those whose names are not text are never reported.
  init(of folder: String, names: [String]?) {
    for name in names ?? Self.names(in: folder) {
      var status = stat()
      // A link counts as itself, not as what it leads to.
      if lstat("\(folder)/\(name)", &status) == 0 { stamps[name] = Stamp(status) }
    }
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
          String(validatingCString: $0)
        }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The entries that differ from another listing.
  func changes(since other: FolderListing) -> Set<String> {
    var changed = Set(stamps.filter { other.stamps[$0.key] != $0.value }.keys)
    for name in other.stamps.keys where stamps[name] == nil { changed.insert(name) }
    return changed
  }
}

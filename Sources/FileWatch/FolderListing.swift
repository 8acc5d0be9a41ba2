internal import ORDAPlatform

/// Which entries a folder has, and what tells whether they changed: compared with a later one where the system names none.
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
  /// - Parameter names: Whose; nil for all. Those whose names are no text are never told.
  init(of folder: String, names: [String]?) {
    for name in names ?? Self.names(in: folder) {
      var status = stat()
      // A link counts as what it is, and not as what it leads to.
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

  /// The entries that are not what they were in another listing.
  func changes(since other: FolderListing) -> Set<String> {
    var changed = Set(stamps.filter { other.stamps[$0.key] != $0.value }.keys)
    for name in other.stamps.keys where stamps[name] == nil { changed.insert(name) }
    return changed
  }
}

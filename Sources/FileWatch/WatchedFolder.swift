/// A folder that somebody watches, or a file in it; touched only under the lock of its thread.
final class WatchedFolder {
  /// A watcher to inform, with the path under which it watches.
  struct Target {
    let listener: WatchListener
    let path: String
  }

  let path: String
  /// The folder found by the path; nil if there is none.
  var identity: FileIdentity?
  /// The system's number for it; nil if it has none.
  var number: Int32?
  /// Why the system does not watch it.
  var refusal: String?
  /// Its content at the last look, if the system does not name what changes.
  var listing: FolderListing?
  private var files: [String: [ObjectIdentifier: Target]] = [:]
  private var whole: [ObjectIdentifier: Target] = [:]

  init(path: String) { self.path = path }

  func add(_ place: FileWatch.Place, for listener: WatchListener) {
    let target = Target(listener: listener, path: place.path)
    if let name = place.name {
      files[name, default: [:]][ObjectIdentifier(listener)] = target
    } else {
      whole[ObjectIdentifier(listener)] = target
    }
  }

  func remove(_ place: FileWatch.Place, of listener: WatchListener) {
    if let name = place.name {
      files[name]?[ObjectIdentifier(listener)] = nil
      if files[name]?.isEmpty ?? false { files[name] = nil }
    } else {
      whole[ObjectIdentifier(listener)] = nil
    }
  }

  var isEmpty: Bool { files.isEmpty && whole.isEmpty }

  /// Its content now, as far as anybody watches it.
  func look() -> FolderListing { FolderListing(of: path, names: whole.isEmpty ? Array(files.keys) : nil) }

  /// Whom an entry concerns, and under which path.
  func targets(of name: String) -> [Target] {
    let start = path == "/" ? path : "\(path)/"
    return whole.values.map { Target(listener: $0.listener, path: start + name) } + Array((files[name] ?? [:]).values)
  }

  /// Who watches anything here.
  var allTargets: [Target] { Array(whole.values) + files.values.flatMap(\.values) }
}

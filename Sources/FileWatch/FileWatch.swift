internal import ORDAThreads

/// A watch on files and folders: it tells where something has changed, whoever changed it.
///
/// ```swift
/// let watch = FileWatch([.folder("/var/lib/shelf/songs"), .file("/etc/shelf.conf")]) { changes in
///   for path in changes.paths { print("look at \(path)") }
/// }
/// ```
///
/// All watches of a process share one thread and, on Linux, one inotify instance, of which a user may have few. The system is
/// asked to watch folders alone, and no file is ever opened, so that a file may be replaced, or be made only later, and that no
/// lock on it is dropped. A link is watched, and not what it leads to. What is written through a memory map, or by another
/// machine to a shared folder, no system tells.
///
/// What is told is where to look, and not what one will find there: when it is told, a file may have changed once more. Many
/// changes may be told as one.
public final class FileWatch: Sendable {
  /// A file, or the files of a folder.
  public struct Place: Sendable, Hashable {
    let folder: String
    /// Nil for a folder.
    let name: String?
    /// As it is told.
    let path: String

    /// One file, which may be missing: it is told when it is made, changed, replaced or removed.
    ///
    /// - Parameter path: The file's path; a relative one counts from the folder that the process works in.
    public static func file(_ path: String) -> Place {
      let path = withoutSlashes(path)
      guard let slash = path.lastIndex(of: "/") else { return Place(folder: ".", name: path, path: path) }
      let folder = slash == path.startIndex ? "/" : String(path[..<slash])
      return Place(folder: withoutSlashes(folder), name: String(path[path.index(after: slash)...]), path: path)
    }

    /// The files and folders in a folder, and not those in its folders. It may be missing, be removed and be made again.
    ///
    /// - Parameter path: The folder's path; a relative one counts from the folder that the process works in.
    public static func folder(_ path: String) -> Place {
      let path = withoutSlashes(path.isEmpty ? "." : path)
      return Place(folder: path, name: nil, path: path)
    }

    private static func withoutSlashes(_ path: String) -> String {
      var path = path[...]
      while path.utf8.count > 1, path.last == "/" { path.removeLast() }
      return String(path)
    }
  }

  private let listener: WatchListener

  /// Begins to watch: from when it returns on, whatever changes is told.
  ///
  /// - Parameters:
  ///   - places: The files and folders.
  ///   - tell: What is told of changes, on the one thread that all watches share: it should be over soon, and hand on what
  ///     takes long. It is called for one set of changes at a time.
  public convenience init(_ places: [Place], tell: @escaping @Sendable (FileChanges) -> Void) {
    self.init(places, in: .shared, tell: tell)
  }

  package init(_ places: [Place], in watches: FileWatches, tell: @escaping @Sendable (FileChanges) -> Void) {
    listener = WatchListener(watches, tell)
    listener.add(places)
  }

  deinit { listener.stop() }

  /// Watches another file or folder, too. One that is watched already stays so.
  public func add(_ place: Place) { listener.add([place]) }

  /// Watches a file or folder no longer.
  public func remove(_ place: Place) { listener.remove(place) }

  /// Why changes are noticed late, in words; nil where the system tells of them at once.
  ///
  /// Where it gives no more watches, folders are looked at every second, and what changed in between is told then. It may
  /// give them later, and takes this back.
  public var limitation: String? { listener.limitation }

  /// Ends the watch: nothing is told any more. Waits until what is being told has returned, except where it is called from
  /// there. To let go of the watch ends it, too.
  public func stop() { listener.stop() }
}

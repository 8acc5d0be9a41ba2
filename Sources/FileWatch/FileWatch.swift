internal import ORDAThreads

/// A watch on files and folders: it reports where something has changed, whoever changed it.
///
/// ```swift
/// let watch = FileWatch([.folder("/var/lib/shelf/songs"), .file("/etc/shelf.conf")]) { changes in
///   for path in changes.paths { print("look at \(path)") }
/// }
/// ```
///
/// All watches of a process share one thread and, on Linux, one inotify instance, since a user may have only a few. The
/// system is only asked to watch folders, and no file is ever opened; so a file may be replaced, or made later, and no
/// lock on it is released. A link itself is watched, not what it leads to. No system reports what is written through a
/// memory map, or by another machine to a shared folder.
///
/// A report says where to look, not what you will find there: by then a file may have changed once more. Many changes
/// may become one report.
public final class FileWatch: Sendable {
  /// A file, or the files of a folder.
  public struct Place: Sendable, Hashable {
    let folder: String
    /// Nil for a folder.
    let name: String?
    /// The path in reports.
    let path: String

    /// One file, which may be missing: reports when it is made, changed, replaced or removed.
    ///
    /// - Parameter path: The file's path; a relative one starts at the process's working directory.
    public static func file(_ path: String) -> Place {
      let path = withoutSlashes(path)
      guard let slash = path.lastIndex(of: "/") else { return Place(folder: ".", name: path, path: path) }
      let folder = slash == path.startIndex ? "/" : String(path[..<slash])
      return Place(folder: withoutSlashes(folder), name: String(path[path.index(after: slash)...]), path: path)
    }

    /// The files and folders in a folder, but not those in its subfolders. It may be missing, be removed and be made
    /// again.
    ///
    /// - Parameter path: The folder's path; a relative one starts at the process's working directory.
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

  /// Begins to watch: whatever changes after it has returned is reported.
  ///
  /// - Parameters:
  ///   - places: The files and folders.
  ///   - tell: Receives the changes, on the one thread that all watches share: it should be quick, and pass on what
  ///     takes long. It is called for one set of changes at a time.
  public convenience init(_ places: [Place], tell: @escaping @Sendable (FileChanges) -> Void) {
    self.init(places, in: .shared, tell: tell)
  }

  package init(_ places: [Place], in watches: FileWatches, tell: @escaping @Sendable (FileChanges) -> Void) {
    listener = WatchListener(watches, tell)
    listener.add(places)
  }

  deinit { listener.stop() }

  /// Watches another file or folder, too. If it is already watched, nothing changes.
  public func add(_ place: Place) { listener.add([place]) }

  /// Stops watching a file or folder.
  public func remove(_ place: Place) { listener.remove(place) }

  /// Why changes are noticed late, in words; nil if the system reports them at once.
  ///
  /// If the system refuses more watches, folders are checked every second, and changes in between are reported then. If
  /// it grants them later, this becomes nil again.
  public var limitation: String? { listener.limitation }

  /// Ends the watch: nothing more is reported. Waits until a running call has returned, unless it is called from there.
  /// Releasing the watch ends it, too.
  public func stop() { listener.stop() }
}

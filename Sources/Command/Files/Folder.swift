import ORDAPlatform

#if Server && canImport(CDispatch)
  // With the server's modules at hand, the compiler takes the system's `stat` for this one's.
  import CDispatch
#endif

/// The folders of the file system.
enum Folder {
  /// Whether there is a folder at a path, or a link to one.
  static func exists(at path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }
}

internal import ORDAPlatform

/// What the system said of a file.
struct FileFault: Error, Sendable, CustomStringConvertible {
  /// What was tried.
  var action: String
  /// The file, as seen from the store's folder.
  var name: String
  /// The system's number for what is wrong.
  var code: Int32

  var description: String {
    let place = name.isEmpty ? "the folder" : "'\(name)'"
    return "can't \(action) \(place): \(String(cString: strerror(code)))"
  }

  /// True where there is no such file, or no folder that it could be in.
  var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// True where nothing may be written here.
  var isReadOnly: Bool { code == EROFS || code == EACCES || code == EPERM }
}

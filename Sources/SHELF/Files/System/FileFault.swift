internal import ORDAPlatform

/// An error of the system about a file.
struct FileFault: Error, Sendable, CustomStringConvertible {
  /// What was tried.
  var action: String
  /// The file, relative to the store's folder.
  var name: String
  /// The system's error number.
  var code: Int32

  var description: String {
    let place = name.isEmpty ? "the folder" : "'\(name)'"
    return "can't \(action) \(place): \(String(cString: strerror(code)))"
  }

  /// True if there is no such file, or no folder that it could be in.
  var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// True if nothing may be written here.
  var isReadOnly: Bool { code == EROFS || code == EACCES || code == EPERM }
}

internal import ORDA

extension SQLiteOpenFailure {
  /// The error for a file that SQLite could not open, with the reason if one is found.
  ///
  /// It mostly keeps the kind of SQLite's code, `cannotOpen` or `corrupt`, except for a missing file, one that this
  /// process may not use, and what is no file. A file that is missing under `ro` and `rw`, alone or with its folder, has the
  /// original's code for that.
  func error(
    code: Int32, message: String?, path: String, mode: Mode, systemErrno: Int32 = 0
  ) -> DatabaseError {
    var error = SQLiteErrors.error(code: code, message: message, during: .open, systemErrno: systemErrno)
    guard let reason = reason(path: path, mode: mode, code: code) else {
      error.message += path.isEmpty ? "" : " (\(path))"
      return error
    }
    error.message += ": \(reason)"
    switch reason {
    case .missingFile:
      error.kind = .noSuchDatabase
      error.code = .fileDoesNotExist
    case .missingFolder, .brokenLink:
      error.kind = .noSuchDatabase
      if mode != .readWriteCreate { error.code = .fileDoesNotExist }
    case .folderNotSearchable, .fileNotReadable: error.kind = .cannotOpen(.permission)
    // The file can be opened and not written, for which SQLite has its own kind.
    case .folderNotWritable, .fileNotWritable:
      if DatabaseError.Kind.cannotOpen.matches(error.kind) { error.kind = .cannotOpen(.permission) }
    // SQLite opens a folder for reading, and then can't read it.
    case .isFolder, .notAFile: error.kind = .cannotOpen
    case .nulInPath, .badPath, .notAFolder, .notADatabase: break
    }
    return error
  }
}

extension SQLiteOpenFailure.Reason: CustomStringConvertible {
  /// What is wrong, and what to do unless that is obvious.
  var description: String {
    switch self {
    case .nulInPath: "the path contains a NUL character"
    case .badPath(let path): "\(path) is too long, leads in a circle, or can't be reached"
    case .isFolder(let path): "\(path) is a folder, not a database file"
    case .notAFile(let path): "\(path) is a device, pipe or socket, not a database file"
    case .missingFolder(let path): "the folder \(path) does not exist, and folders are not made"
    case .notAFolder(let path): "\(path) is a file, not a folder"
    case .missingFile(let path, let mode):
      "the file \(path) does not exist, and mode=\(mode.rawValue) does not make it; mode=rwc does"
    case .brokenLink(let path): "\(path) is a symbolic link to something that does not exist"
    case .folderNotSearchable(let path): "permission denied: this user may not look into the folder \(path)"
    case .folderNotWritable(let path):
      "permission denied: this user may not make files in the folder \(path), where SQLite keeps its journal"
    case .fileNotReadable(let path): "permission denied: this user may not read \(path)"
    case .fileNotWritable(let path):
      "permission denied: this user may not write to \(path); mode=ro opens it for reading"
    case .notADatabase(let path): "\(path) is no SQLite database, or is encrypted"
    }
  }
}

internal import ORDA

/// Finds out why a database file can't be opened, which SQLite itself does not say.
///
/// It only asks about the file and never opens it: closing it again would drop the locks that SQLite holds on it for
/// other connections of this process. The findings may be newer than SQLite's failure, so they are added to the
/// message, and decide nothing but the exact kind and ``ResultCode``.
struct SQLiteOpenFailure {
  /// How the file was to be opened; the raw value is the URL option's.
  enum Mode: String, Sendable, CaseIterable {
    /// To read only; a missing file is an error.
    case readOnly = "ro"
    /// To read and write; a missing file is an error.
    case readWrite = "rw"
    /// To read and write; a missing file is made.
    case readWriteCreate = "rwc"
  }

  /// What was found.
  enum Reason: Sendable, Hashable {
    /// The path holds a NUL, at which SQLite stops reading it.
    case nulInPath
    /// A part of the path, or the whole, is too long or leads in a circle.
    case badPath(String)
    /// The path leads to a folder.
    case isFolder(String)
    /// The path leads to a device, a pipe or a socket.
    case notAFile(String)
    /// A folder on the way is missing: the first one that is.
    case missingFolder(String)
    /// What should be a folder is a file.
    case notAFolder(String)
    /// The file is missing and may not be made.
    case missingFile(String, Mode)
    /// A symbolic link that leads nowhere.
    case brokenLink(String)
    /// The user may not look into a folder.
    case folderNotSearchable(String)
    /// The user may not make a file in a folder.
    case folderNotWritable(String)
    /// The user may not read the file.
    case fileNotReadable(String)
    /// The user may not write to the file.
    case fileNotWritable(String)
    /// The file belongs to another program, or is encrypted.
    case notADatabase(String)
  }

  private let files: any SQLiteFileQuestions

  /// Asks the real file system, or the given one.
  init(files: any SQLiteFileQuestions = SQLiteFileSystem()) {
    self.files = files
  }

  /// Why a path can't be opened; nil if nothing is found, and for memory and temporary databases.
  ///
  /// - Parameter code: SQLite's result code, the only sign of a file that is no database.
  func reason(path: String, mode: Mode, code: Int32) -> Reason? {
    guard !path.isEmpty, path != ":memory:" else { return nil }
    guard !path.utf8.contains(0) else { return .nulInPath }
    switch files.kind(of: path) {
    case .folder: return .isFolder(path)
    case .special: return .notAFile(path)
    case .file: return reasonForFile(path, mode: mode, code: code)
    case .missing: return reasonForMissing(path, mode: mode)
    case .unreachable: return reasonForFolders(of: path) ?? .badPath(path)
    }
  }

  private func reasonForFile(_ path: String, mode: Mode, code: Int32) -> Reason? {
    if !files.isReadable(path) { return .fileNotReadable(path) }
    if mode != .readOnly, !files.isWritable(path) { return .fileNotWritable(path) }
    if SQLiteCode.primary(code) == SQLiteCode.notADatabase { return .notADatabase(path) }
    let folder = Self.parent(of: path)
    return files.isWritable(folder) ? nil : .folderNotWritable(folder)
  }

  private func reasonForMissing(_ path: String, mode: Mode) -> Reason? {
    if let reason = reasonForFolders(of: path) { return reason }
    if files.isLink(path) { return .brokenLink(path) }
    if mode != .readWriteCreate { return .missingFile(path, mode) }
    let folder = Self.parent(of: path)
    return files.isWritable(folder) ? nil : .folderNotWritable(folder)
  }

  /// The first thing wrong with the folders above a path, from the root on.
  private func reasonForFolders(of path: String) -> Reason? {
    var folders: [String] = []
    var folder = Self.parent(of: path)
    while folder != "/", folder != "." {
      folders.append(folder)
      folder = Self.parent(of: folder)
    }
    for folder in folders.reversed() {
      switch files.kind(of: folder) {
      case .folder: if !files.isSearchable(folder) { return .folderNotSearchable(folder) }
      case .file, .special: return .notAFolder(folder)
      case .missing: return files.isLink(folder) ? .brokenLink(folder) : .missingFolder(folder)
      case .unreachable: return .badPath(folder)
      }
    }
    return nil
  }

  /// The folder that a path lies in: `.` for a bare name.
  private static func parent(of path: String) -> String {
    var rest = path.utf8[...]
    while rest.count > 1, rest.last == 0x2F { rest.removeLast() }
    guard let slash = rest.lastIndex(of: 0x2F) else { return "." }
    rest = rest[..<slash]
    while rest.count > 1, rest.last == 0x2F { rest.removeLast() }
    return rest.isEmpty ? "/" : String(decoding: rest, as: UTF8.self)
  }
}

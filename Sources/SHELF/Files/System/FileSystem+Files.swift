internal import Foundation
internal import ORDAPlatform

extension FileSystem {
  func write(_ file: Int32, _ bytes: [UInt8], at offset: Int) throws(FileFault) {
    let result: Result<Void, FileFault> = bytes.withUnsafeBytes { bytes in
      do throws(FileFault) { return .success(try write(file, bytes, at: offset)) } catch { return .failure(error) }
    }
    try result.get()
  }

  /// Makes a file, in place of the remains of an earlier one, and syncs it if requested.
  func make(_ name: String, _ contents: Data, isSynced: Bool) throws(FileFault) {
    let file = try open(name, O_WRONLY | O_CREAT | O_TRUNC)
    defer { close(file) }
    let result: Result<Void, FileFault> = contents.withUnsafeBytes { bytes in
      do throws(FileFault) { return .success(try write(file, bytes, at: 0)) } catch { return .failure(error) }
    }
    try result.get()
    if isSynced { try sync(file) }
  }

  /// Opens a file of the store; what is there must be a file, or nothing.
  func openFile(_ name: String, _ flags: Int32) throws(FileFault) -> (file: Int32, status: FileStatus) {
    let file = try open(name, flags)
    do {
      let status = try status(of: file)
      if status.kind == .file { return (file, status) }
    } catch {
      close(file)
      throw error
    }
    close(file)
    throw FileFault(action: "use", name: name, code: EINVAL)
  }

  /// Makes the folder of a path, and those around it.
  static func makeFolders(_ path: String) throws(FileFault) {
    if mkdir(path, 0o777) == 0 || errno == EEXIST { return syncParent(of: path) }
    let code = errno
    guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw FileFault(action: "make the folder", name: path, code: code)
    }
    try makeFolders(String(path[..<slash]))
    if mkdir(path, 0o777) != 0, errno != EEXIST {
      throw FileFault(action: "make the folder", name: path, code: errno)
    }
    syncParent(of: path)
  }

  /// True if there is something at a path.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Gives a folder another path.
  static func move(_ path: String, to other: String) throws(FileFault) {
    if ORDAPlatform.rename(path, other) != 0 { throw FileFault(action: "rename", name: path, code: errno) }
    syncParent(of: other)
  }

  private static func syncParent(of path: String) {
    let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let folder = ORDAPlatform.open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder < 0 { return }
    _ = fsync(folder)
    ORDAPlatform.close(folder)
  }
}

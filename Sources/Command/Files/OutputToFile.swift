import ORDAPlatform

extension Output {
  /// Writes to a file that is created, or emptied, and closed with the last reference.
  ///
  /// - Throws: ``FileError``, ``NewFile/Exists``.
  convenience init(newFile path: String, replaces: Bool) throws {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : O_EXCL)
    let descriptor = open(path, flags, 0o666)
    if descriptor < 0, errno == EEXIST { throw NewFile.Exists(path: path) }
    guard descriptor >= 0 else { throw FileError(path: path, number: errno) }
    let file = FileSource(descriptor: descriptor, path: path)
    self.init { bytes in try file.write(bytes) }
  }
}

@_exported public import ODB
internal import ORDA
internal import ORDASQLite

extension ODB {
  /// An ODB in an SQLite file, which is created if it does not exist.
  ///
  /// This never fails: the file is opened when it is first used, and `error` has what went wrong.
  public convenience init(filepath: String) {
    // It fails only if another driver has the scheme, which then opens the file.
    try? SQLite.register()
    self.init(file: filepath, registry: ORDA.shared)
  }
}

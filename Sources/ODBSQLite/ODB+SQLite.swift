@_exported public import ODB
internal import ORDA
internal import ORDASQLite

extension ODB {
  /// An ODB in a file of SQLite's, which is made where there is none.
  ///
  /// This never fails: the file is opened when it is first used, and `error` tells what was wrong with it.
  public convenience init(filepath: String) {
    // It fails only where another driver has the scheme, which then opens the file.
    try? SQLite.register()
    self.init(file: filepath, registry: ORDA.shared)
  }
}

public import ORDA

extension Shelf {
  /// A shelf in a database that the program has opened, and that stays open when the shelf is closed.
  ///
  /// - Parameters:
  ///   - governor: The database.
  ///   - tables: What the names of its tables begin with: several shelves may be in one database.
  public convenience init(governor: any Governor, tables: String = "shelf") {
    self.init { GovernorShelfStore(governor: governor, tables: tables) }
  }
}

extension Shelf {
  /// TEMPORARY
  public convenience init() { self.init { MemoryShelfStore() } }
}

/// The numbers of the events in a MariaDB server's log.
enum LogEventType {
  static let query: UInt8 = 2
  static let rotate: UInt8 = 4
  static let formatDescription: UInt8 = 15
  static let commit: UInt8 = 16
  static let executeLoadQuery: UInt8 = 18
  static let tableMap: UInt8 = 19
  static let incident: UInt8 = 26
  static let heartbeat: UInt8 = 27
  static let prepareXA: UInt8 = 38
  static let group: UInt8 = 162
  static let compressedQuery: UInt8 = 165

  /// The layout of an event with rows.
  struct Rows: Sendable {
    let kind: RowsEvent.Kind
    /// Whether it begins with a part that may grow.
    let hasExtra: Bool
    let isCompressed: Bool
  }

  static let rows: [UInt8: Rows] = {
    var rows: [UInt8: Rows] = [:]
    for (first, hasExtra, isCompressed) in [
      (23, false, false), (30, true, false), (166, false, true), (169, true, true),
    ] as [(UInt8, Bool, Bool)] {
      for (offset, kind) in [RowsEvent.Kind.insert, .update, .delete].enumerated() {
        rows[first + UInt8(offset)] = Rows(kind: kind, hasExtra: hasExtra, isCompressed: isCompressed)
      }
    }
    return rows
  }()
}

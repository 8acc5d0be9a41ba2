extension LogMessage {
  /// Reads a message, of the protocol's version 1.
  ///
  /// - Throws: If it ends too early, or is none that the server sends.
  init(_ bytes: UnsafeRawBufferPointer) throws(DamagedMessage) {
    var bytes = LogBytes(bytes)
    switch try bytes.byte() {
    case Self.letter("B"):
      // Where it ends, and when it was committed, its end says again.
      _ = try bytes.take(16)
      self = .begin(transaction: try bytes.load())
    case Self.letter("C"):
      _ = try bytes.take(9)
      self = .commit(LoggedCommit(end: LogPosition(number: try bytes.load()), time: try bytes.load()))
    case Self.letter("R"): self = .relation(try LoggedRelation(&bytes))
    case Self.letter("I"):
      let relation: UInt32 = try bytes.load()
      guard try bytes.byte() == Self.letter("N") else { throw DamagedMessage() }
      self = .insert(relation: relation, new: try Self.cells(&bytes))
    case Self.letter("U"): self = try Self.update(&bytes)
    case Self.letter("D"):
      let relation: UInt32 = try bytes.load()
      guard let old = try Self.old(try bytes.byte(), &bytes) else { throw DamagedMessage() }
      self = .delete(relation: relation, old: old)
    case Self.letter("T"): self = try Self.truncation(&bytes)
    case Self.letter("M"):
      _ = try bytes.take(9)
      let prefix = try bytes.text()
      let count: UInt32 = try bytes.load()
      self = .text(prefix: prefix, content: String(decoding: try bytes.take(Int(count)), as: UTF8.self))
    case Self.letter("O"), Self.letter("Y"): self = .other
    default: throw DamagedMessage()
    }
  }

  private static func letter(_ letter: Unicode.Scalar) -> UInt8 { UInt8(truncatingIfNeeded: letter.value) }

  private static func update(_ bytes: inout LogBytes) throws(DamagedMessage) -> LogMessage {
    let relation: UInt32 = try bytes.load()
    var sort = try bytes.byte()
    let old = try old(sort, &bytes)
    if old != nil { sort = try bytes.byte() }
    guard sort == letter("N") else { throw DamagedMessage() }
    return .update(relation: relation, old: old, new: try cells(&bytes))
  }

  /// The row before; nil if something else comes.
  private static func old(_ sort: UInt8, _ bytes: inout LogBytes) throws(DamagedMessage) -> LoggedRow? {
    switch sort {
    case letter("K"): LoggedRow(isWhole: false, cells: try cells(&bytes))
    case letter("O"): LoggedRow(isWhole: true, cells: try cells(&bytes))
    default: nil
    }
  }

  private static func truncation(_ bytes: inout LogBytes) throws(DamagedMessage) -> LogMessage {
    let count = Int(try bytes.load(UInt32.self))
    _ = try bytes.byte()
    guard count <= bytes.left / 4 else { throw DamagedMessage() }
    var relations: [UInt32] = []
    for _ in 0..<count { relations.append(try bytes.load()) }
    return .truncate(relations: relations)
  }

  private static func cells(_ bytes: inout LogBytes) throws(DamagedMessage) -> [LoggedCell] {
    let count = Int(try bytes.load(UInt16.self))
    guard count <= bytes.left else { throw DamagedMessage() }
    var cells: [LoggedCell] = []
    cells.reserveCapacity(count)
    for _ in 0..<count {
      switch try bytes.byte() {
      case letter("n"): cells.append(.null)
      case letter("u"): cells.append(.unchanged)
      case letter("t"):
        let size: UInt32 = try bytes.load()
        cells.append(.text(Array(try bytes.take(Int(size)))))
      default: throw DamagedMessage()
      }
    }
    return cells
  }
}

extension LoggedRelation {
  fileprivate init(_ bytes: inout LogBytes) throws(DamagedMessage) {
    number = try bytes.load()
    let schema = try bytes.text()
    // The catalog's own has none.
    self.schema = schema.isEmpty ? "pg_catalog" : schema
    name = try bytes.text()
    guard let identity = Identity(rawValue: try bytes.byte()) else { throw DamagedMessage() }
    self.identity = identity
    let count = Int(try bytes.load(UInt16.self))
    guard count <= bytes.left else { throw DamagedMessage() }
    columns = []
    for _ in 0..<count {
      let isIdentifying = try bytes.byte() & 1 != 0
      let name = try bytes.text()
      let type: UInt32 = try bytes.load()
      _ = try bytes.take(4)
      columns.append(Column(name: name, type: type, isIdentifying: isIdentifying))
    }
  }
}

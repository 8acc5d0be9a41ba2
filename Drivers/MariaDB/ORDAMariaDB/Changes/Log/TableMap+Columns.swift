extension TableMap {
  /// What it says about the columns.
  func columns() throws(DamagedEvent) -> [LoggedColumn] {
    // The reading closure can't throw a typed error through a rethrowing function.
    let result = body.withUnsafeBytes { source in
      do throws(DamagedEvent) {
        return Result<[LoggedColumn], DamagedEvent>.success(try Self.columns(source))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func columns(_ source: UnsafeRawBufferPointer) throws(DamagedEvent) -> [LoggedColumn] {
    var bytes = LogBytes(source)
    let count = try bytes.packed()
    guard count <= RowsEvent.mostColumns else { throw DamagedEvent() }
    let types = try bytes.take(count)
    var metadata = LogBytes(try bytes.packedBytes())
    var columns: [LoggedColumn] = []
    columns.reserveCapacity(count)
    for type in types {
      guard let size = LoggedType.metadataSize(type) else { throw DamagedEvent() }
      columns.append(LoggedColumn(type: type, metadata: UInt16(truncatingIfNeeded: try metadata.little(size))))
    }
    guard metadata.isAtEnd else { throw DamagedEvent() }
    // Which columns can be NULL.
    try bytes.skip((count + 7) / 8)
    while !bytes.isAtEnd {
      let field = try bytes.byte()
      var content = LogBytes(try bytes.packedBytes())
      try read(field, &content, into: &columns)
    }
    return columns
  }

  /// Reads an optional part, which a server sends for `binlog_row_metadata` MINIMAL or FULL.
  private static func read(
    _ field: UInt8, _ content: inout LogBytes, into columns: inout [LoggedColumn]
  ) throws(DamagedEvent) {
    switch field {
    case 1:
      let numbers = columns.indices.filter { LoggedType.isNumber(columns[$0].type) }
      let bits = try content.take((numbers.count + 7) / 8)
      for (bit, index) in numbers.enumerated() {
        columns[index].isUnsigned = bits[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0
      }
    case 2, 10:
      let texts = columns.indices.filter { field == 2 ? columns[$0].isText : columns[$0].isChoice }
      let collation = try self.collation(&content)
      for index in texts { columns[index].collation = collation }
      while !content.isAtEnd {
        let place = try content.packed()
        guard place < texts.count else { throw DamagedEvent() }
        columns[texts[place]].collation = try self.collation(&content)
      }
    case 3, 11:
      for index in columns.indices where field == 3 ? columns[index].isText : columns[index].isChoice {
        columns[index].collation = try collation(&content)
      }
    case 4:
      for index in columns.indices {
        columns[index].name = String(decoding: try content.packedBytes(), as: UTF8.self)
      }
    case 5, 6:
      let type = field == 5 ? LoggedType.set : LoggedType.enumeration
      for index in columns.indices where columns[index].choiceType == type {
        var labels: [[UInt8]] = []
        for _ in 0..<(try content.packed()) { labels.append(Array(try content.packedBytes())) }
        columns[index].labels = labels
      }
    // The kind of geometry, the primary key, and what later servers may add.
    default: break
    }
  }

  private static func collation(_ content: inout LogBytes) throws(DamagedEvent) -> UInt32 {
    UInt32(truncatingIfNeeded: try content.packed())
  }
}

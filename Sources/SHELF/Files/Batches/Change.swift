internal import Foundation

/// What is done to one object, once that is known to be allowed.
struct Change {
  var id: ShelfId
  /// What is kept from now on; nil to delete it.
  var contents: Data?
  var type: String?
  var expires: Double?
  /// The sum of the JSON, from which the contents may be packed.
  var revision: UInt64
  /// Nil if the index has nothing of it.
  var entry: IndexEntry?
  /// The object's bytes. A log has none: they are kept before it is written.
  var binaries: [ShelfBinary] = []

  init(deleting id: ShelfId) {
    self.id = id
    revision = 0
  }

  init(_ id: ShelfId, _ contents: ShelfWrite.Contents, packed: Data, type: String?) {
    self.id = id
    self.contents = packed
    self.type = type
    expires = contents.expires?.timeIntervalSinceReferenceDate
    revision = ShelfRevision(of: contents.json).number
    entry = IndexEntry(contents, revision: revision, type: type)
    binaries = contents.binaries
  }

  /// What the file of types has about it.
  var typeEntry: TypeTable.Entry? { contents == nil ? nil : .init(type: type, expires: expires) }

  var indexRecord: IndexRecord { entry.map { .entry(id, $0) } ?? .deleted(id) }

  // MARK: In a log

  func write(_ body: inout ByteWriter) {
    body.add(id)
    body.add(UInt64(contents == nil ? 0 : 1) | (type == nil ? 0 : 2))
    if contents == nil { return }
    body.add(revision)
    body.add((expires ?? .nan).bitPattern)
    body.add(type ?? "")
    body.add(UInt64(contents?.count ?? 0))
    if let contents { body.add(contents) }
    body.fillUp()
    indexRecord.write(&body)
  }

  /// The changes of a log. If it claims more than it contains, the missing ones are omitted.
  static func all(in body: ByteRegion) -> [Change] {
    var (changes, place): ([Change], Int) = ([], 8)
    var left = body.number(at: 0)
    while left > 0, place < body.count {
      changes.append(Change(body, &place))
      left -= 1
    }
    return changes
  }

  /// Reads what was written, after its sum was found to be right.
  private init(_ body: ByteRegion, _ place: inout Int) {
    id = body.id(at: place)
    let flags = body.number(at: place + 16)
    place += 24
    revision = 0
    if flags & 1 == 0 { return }
    revision = body.number(at: place)
    let seconds = Double(bitPattern: body.number(at: place + 8))
    expires = seconds.isNaN ? nil : seconds
    let length = body.shortNumber(at: place + 16)
    if flags & 2 != 0 { type = body.text(at: place + 18, count: length) }
    place += 18 + length
    let count = Int(exactly: body.number(at: place)) ?? -1
    contents = Data(body.bytes(at: place + 8, count: count))
    place = body.contains(place + 8, count) ? (place + 8 + count + 7) & ~7 : body.count
    if let record = RecordFile.Record(body, place) {
      entry = IndexTable.entry(record)
      place += record.length
    }
  }
}

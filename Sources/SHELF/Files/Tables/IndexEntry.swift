/// The index's knowledge of an object.
struct IndexEntry: Equatable {
  /// The contents that the keys and references come from.
  var revision: UInt64
  var type: String?
  var references: [ShelfId]
  /// Nil if the writer did not know the type.
  var keys: [Key]?

  struct Key: Equatable {
    var field: ShelfField
    /// Like ``ShelfKey/bytes``.
    var bytes: [UInt8]
  }

  init(revision: UInt64, type: String?, references: [ShelfId], keys: [Key]?) {
    (self.revision, self.type, self.references, self.keys) = (revision, type, references, keys)
  }

  init(_ contents: ShelfWrite.Contents, revision: UInt64, type: String?) {
    self.init(
      revision: revision, type: type, references: contents.references, keys: contents.keys?.map(Key.init))
  }
}

extension IndexEntry.Key {
  init(_ key: ShelfFieldKey) { self.init(field: key.field, bytes: key.key.bytes) }
}

/// A record of the index: the object's entry, that it was deleted, or that a field's index is complete.
enum IndexRecord {
  case entry(ShelfId, IndexEntry)
  case deleted(ShelfId)
  case complete(IndexName)
}

/// A field of a type.
struct IndexName: Hashable {
  var type: String
  var field: ShelfField
}

/// In a file: the revision, flags, the numbers of references and keys, the type, the keys (field, kind, bytes), the references.
extension IndexRecord {
  private static let (isDeleted, hasType, hasKeys, isComplete): (UInt32, UInt32, UInt32, UInt32) = (1, 2, 4, 8)

  /// Writes a record.
  ///
  /// - Returns: Where in it the bytes of each key begin, after their length.
  @discardableResult
  func write(_ writer: inout ByteWriter) -> [Int] {
    switch self {
    case .deleted(let id):
      writer.addRecord(id) { Self.head(&$0, 0, Self.isDeleted, 0, 0) }
      return []
    case .complete(let name):
      writer.addRecord(.null) { body in
        Self.head(&body, 0, Self.isComplete | Self.hasType, 0, 1)
        body.add(name.type)
        body.add(name.field.name)
        body.add(name.field.kind)
      }
      return []
    case .entry(let id, let entry):
      let start = writer.bytes.count
      var places: [Int] = []
      writer.addRecord(id) { body in
        let flags = (entry.type == nil ? 0 : Self.hasType) | (entry.keys == nil ? 0 : Self.hasKeys)
        Self.head(&body, entry.revision, flags, entry.references.count, entry.keys?.count ?? 0)
        body.add(entry.type ?? "")
        for key in entry.keys ?? [] {
          body.add(key.field.name)
          body.add(key.field.kind)
          body.addShort(key.bytes.count)
          places.append(body.bytes.count - start)
          body.add(key.bytes)
        }
        for reference in entry.references { body.add(reference) }
      }
      return places
    }
  }

  private static func head(
    _ body: inout ByteWriter, _ revision: UInt64, _ flags: UInt32, _ references: Int, _ keys: Int
  ) {
    body.add(revision)
    body.add(flags)
    body.add(UInt32(references))
    body.add(UInt32(keys))
  }

  static func revision(_ record: RecordFile.Record) -> UInt64 { record.region.number(at: record.body) }

  init(_ record: RecordFile.Record) {
    let flags = record.region.smallNumber(at: record.body + 8)
    if flags & Self.isDeleted != 0 {
      self = .deleted(record.id)
      return
    }
    let (references, keys) = (
      record.region.smallNumber(at: record.body + 12), record.region.smallNumber(at: record.body + 16)
    )
    var place = record.body + 20
    func text() -> String {
      let length = record.region.shortNumber(at: place)
      defer { place += 2 + length }
      return record.region.text(at: place + 2, count: length)
    }
    let type = text()
    if flags & Self.isComplete != 0 {
      let name = text()
      self = .complete(IndexName(type: type, field: ShelfField(name, kind: text())))
      return
    }
    var entry = IndexEntry(
      revision: Self.revision(record), type: flags & Self.hasType == 0 ? nil : type, references: [],
      keys: flags & Self.hasKeys == 0 ? nil : [])
    let end = record.offset + record.length
    for _ in 0..<keys {
      if place >= end { break }
      let field = ShelfField(text(), kind: text())
      let length = record.region.shortNumber(at: place)
      entry.keys?.append(.init(field: field, bytes: record.region.bytes(at: place + 2, count: length)))
      place += 2 + length
    }
    for _ in 0..<references {
      if place + 16 > end { break }
      entry.references.append(record.region.id(at: place))
      place += 16
    }
    self = .entry(record.id, entry)
  }
}

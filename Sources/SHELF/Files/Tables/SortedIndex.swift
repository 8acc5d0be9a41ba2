/// What follows the sorted records of an index: the places of each field's keys, in order, and all references.
struct SortedIndex {
  /// A key: where its record and its bytes are in the file.
  private struct Key {
    var bytes: [UInt8]
    var id: ShelfId
    var record: Int
    var place: Int
  }

  private var keys: [IndexName: [Key]] = [:]
  private var references: [(target: ShelfId, from: ShelfId)] = []
  private var number = 0

  /// Writes an object's record, and remembers its keys.
  mutating func add(_ id: ShelfId, _ entry: IndexEntry, to writer: RecordFileWriter) throws {
    var record = ByteWriter()
    let places = IndexRecord.entry(id, entry).write(&record)
    try writer.add(record.bytes)
    if let type = entry.type {
      for (key, place) in zip(entry.keys ?? [], places) {
        keys[IndexName(type: type, field: key.field), default: []].append(
          Key(bytes: key.bytes, id: id, record: number, place: place))
      }
    }
    for target in entry.references { references.append((target, id)) }
    number += 1
  }

  /// The place of a key is 24 bytes: the places of the record and of the key, and the key's length.
  static let keyLength = 24
  /// A reference is two ids: its target's, and its owner's.
  static let referenceLength = 32

  /// - Returns: How many bytes of description come before the sorted places.
  func write(
    _ summary: inout ByteWriter, _ position: Int, _ offsets: [Int], _ objects: [String: Int], _ complete: Set<IndexName>
  ) -> Int {
    let start = summary.bytes.count
    summary.add(UInt64(objects.count))
    for (type, count) in objects {
      summary.add(type)
      summary.add(UInt64(count))
    }
    let names = Set(keys.keys).union(complete)
    summary.add(UInt64(names.count))
    // Where each field's places begin is known once all names are written.
    var holes: [(IndexName, Int)] = []
    for name in names {
      summary.add(name.type)
      summary.add(name.field.name)
      summary.add(name.field.kind)
      summary.add(UInt64(keys[name]?.count ?? 0))
      summary.add(UInt64(complete.contains(name) ? 1 : 0))
      holes.append((name, summary.bytes.count))
      summary.add(UInt64(0))
      summary.add(UInt64(keys[name]?.count ?? 0))
    }
    let hole = summary.bytes.count
    summary.add(UInt64(0))
    summary.add(UInt64(references.count))
    summary.fillUp()
    let length = summary.bytes.count - start
    for (name, hole) in holes {
      summary.replace(UInt64(position + summary.bytes.count - start), at: hole)
      let sorted = (keys[name] ?? []).sorted { left, right in
        left.bytes == right.bytes ? left.id < right.id : left.bytes.lexicographicallyPrecedes(right.bytes)
      }
      for key in sorted where key.record < offsets.count {
        summary.add(UInt64(offsets[key.record]))
        summary.add(UInt64(offsets[key.record] + key.place))
        summary.add(UInt64(key.bytes.count))
      }
    }
    summary.replace(UInt64(position + summary.bytes.count - start), at: hole)
    for reference in references.sorted(by: { ($0.target, $0.from) < ($1.target, $1.from) }) {
      summary.add(reference.target)
      summary.add(reference.from)
    }
    return length
  }
}

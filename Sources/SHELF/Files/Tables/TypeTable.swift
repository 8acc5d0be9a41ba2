internal import Foundation

/// The types of objects, and when they expire, which their JSON does not contain.
final class TypeTable: RecordTable, @unchecked Sendable {
  struct Entry: Equatable {
    var type: String?
    var expires: Double?
  }

  struct Count {
    var objects = 0
    var expiring = 0
  }

  /// The content of the tail; a nil entry was deleted.
  private var tail: [ShelfId: Entry?] = [:]
  private var sortedTail: [ShelfId]?
  private var counts: [String: Count] = [:]
  /// The count of objects without a type.
  private var untyped = Count()

  init(_ system: FileSystem, isReadOnly: Bool) {
    super.init(
      system, name: ShelfNames.types, newName: ShelfNames.newTypes, kind: "SHELFTYP", isReadOnly: isReadOnly)
  }

  // MARK: Asking, under the mutex

  /// Set in the file if types were lost.
  private static let partial: UInt64 = 1

  /// True if objects may have unknown types.
  var isPartial: Bool { file.map { $0.flags & Self.partial != 0 || $0.isDamaged } ?? true }

  func entry(_ id: ShelfId) -> Entry? {
    if let known = tail[id] { return known }
    return file?.record(of: id).flatMap(Self.entry)
  }

  func count(_ type: String) -> Int { counts[type]?.objects ?? 0 }

  /// The ids with a type, or all known ones, after an id.
  func ids(_ type: String?, after id: ShelfId?, limit: Int) -> [ShelfId] {
    let text = type.map { Array($0.utf8) }
    return walk(after: id, limit: limit) { record in
      guard let text else { return true }
      return record.region.shortNumber(at: record.body + 12) == text.count
        && record.region.holds(text, at: record.body + 14) && record.region.smallNumber(at: record.body + 8) & 2 != 0
    } isWanted: {
      type == nil || $0.type == type
    }
  }

  /// The ids of objects that have expired.
  func expired(before seconds: Double, limit: Int) -> [ShelfId] {
    if untyped.expiring == 0, counts.values.allSatisfy({ $0.expiring == 0 }) { return [] }
    return walk(after: nil, limit: limit) { record in
      Self.expiry(record).map { $0 < seconds } ?? false
    } isWanted: {
      $0.expires.map { $0 < seconds } ?? false
    }
  }

  private func walk(
    after id: ShelfId?, limit: Int, isStored: (RecordFile.Record) -> Bool, isWanted: (Entry) -> Bool
  ) -> [ShelfId] {
    let recent = sortedTail ?? tail.keys.sorted()
    sortedTail = recent
    var next = id.map { last in recent.count(upTo: last) } ?? 0
    var index =
      id.map { last in
        let found = file?.firstIndex(notBefore: last) ?? 0
        return found < file?.count ?? 0 && file?.id(found) == last ? found + 1 : found
      } ?? 0
    let count = file?.count ?? 0
    var found: [ShelfId] = []
    while found.count < limit, next < recent.count || index < count {
      let stored = index < count ? file?.id(index) : nil
      if next < recent.count, stored.map({ recent[next] <= $0 }) ?? true {
        if stored == recent[next] { index += 1 }
        if let entry = tail[recent[next]] ?? nil, isWanted(entry) { found.append(recent[next]) }
        next += 1
      } else {
        if let record = file?.record(index), isStored(record) { found.append(record.id) }
        index += 1
      }
    }
    return found
  }

  // MARK: Changing, under the mutex and with the lock of the tables

  /// Makes an empty one.
  func create(isPartial: Bool) throws {
    flagsToWrite = isPartial ? Self.partial : 0
    defer { flagsToWrite = nil }
    try empty()
  }

  /// Notes the types of objects, and that objects are deleted; omits what is known already.
  func note(_ entries: [(ShelfId, Entry?)], isSynced: Bool) throws {
    var writer = ByteWriter()
    for (id, entry) in entries where self.entry(id) != entry { Self.write(id, entry, &writer) }
    if !writer.bytes.isEmpty { try append(writer.bytes, isSynced: isSynced) }
  }

  /// Notes that types are known again, or no longer.
  func setPartial(_ isPartial: Bool) throws {
    guard let file else { return }
    if !isPartial, file.isDamaged {
      flagsToWrite = 0
      defer { flagsToWrite = nil }
      return try sort()
    }
    try file.setFlags(isPartial ? Self.partial : 0)
    try file.sync()
  }

  // MARK: The file

  override var tailCount: Int { tail.count }

  override func reset() {
    tail = [:]
    sortedTail = nil
    counts = [:]
    untyped = Count()
    guard let file else { return }
    var place = file.summary
    var number = Int(file.region.smallNumber(at: place))
    place += 4
    // Its sum was right, but its maker may have been malicious.
    while number > 0, place < file.region.count {
      number -= 1
      let length = file.region.shortNumber(at: place)
      let type = file.region.text(at: place + 2, count: length)
      place += 2 + length
      let count = Count(objects: file.region.extent(at: place), expiring: file.region.extent(at: place + 8))
      if type.isEmpty { untyped = count } else { counts[type] = count }
      place += 16
    }
  }

  override func absorb(_ record: RecordFile.Record) {
    let id = record.id
    add(entry(id), -1)
    let entry = Self.entry(record)
    if tail.updateValue(entry, forKey: id) == nil { sortedTail = nil }
    add(entry, 1)
  }

  private func add(_ entry: Entry?, _ number: Int) {
    guard let entry else { return }
    let expiring = entry.expires == nil ? 0 : number
    if let type = entry.type {
      counts[type, default: Count()].objects += number
      counts[type, default: Count()].expiring += expiring
    } else {
      untyped.objects += number
      untyped.expiring += expiring
    }
  }

  /// The flags of the next file, if they differ from this one's.
  private var flagsToWrite: UInt64?

  override func writeSorted(_ writer: RecordFileWriter) throws {
    let flags = flagsToWrite ?? (isPartial ? Self.partial : 0)
    var last: ShelfId?
    while true {
      let ids = ids(nil, after: last, limit: 1_000)
      for id in ids {
        guard let entry = entry(id) else { continue }
        try writer.add(ByteWriter { Self.write(id, entry, &$0) }.bytes)
      }
      last = ids.last
      if last == nil { break }
    }
    let counts = self.counts.filter { $0.value.objects > 0 }.sorted { $0.key < $1.key } + [("", untyped)]
    try writer.finish(session: 0, flags: flags) { summary, _ in
      summary.add(UInt32(counts.count))
      for (type, count) in counts {
        summary.add(type)
        summary.add(UInt64(max(0, count.objects)))
        summary.add(UInt64(max(0, count.expiring)))
      }
      return summary.bytes.count
    }
  }

  // MARK: Records: expires, 1 for deleted or 2 for a type, the type

  private static func write(_ id: ShelfId, _ entry: Entry?, _ writer: inout ByteWriter) {
    writer.addRecord(id) { body in
      body.add((entry?.expires ?? .nan).bitPattern)
      body.add(UInt32(entry.map { $0.type == nil ? 0 : 2 } ?? 1))
      body.add(entry?.type ?? "")
    }
  }

  private static func entry(_ record: RecordFile.Record) -> Entry? {
    let flags = record.region.smallNumber(at: record.body + 8)
    if flags & 1 != 0 { return nil }
    let type = record.region.text(at: record.body + 14, count: record.region.shortNumber(at: record.body + 12))
    return Entry(type: flags & 2 == 0 ? nil : type, expires: expiry(record))
  }

  private static func expiry(_ record: RecordFile.Record) -> Double? {
    let seconds = Double(bitPattern: record.region.number(at: record.body))
    return seconds.isNaN ? nil : seconds
  }
}

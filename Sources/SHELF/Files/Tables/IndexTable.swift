internal import Foundation

/// The keys of objects' fields, and their references, in the order in which they are queried.
final class IndexTable: RecordTable, @unchecked Sendable {
  /// The content of the tail; a nil entry was deleted.
  private(set) var tail: [ShelfId: IndexEntry?] = [:]
  /// Who refers to an id, according to the tail.
  private(set) var tailReferrers: [ShelfId: Set<ShelfId>] = [:]
  /// How many objects it has of each type.
  private(set) var objects: [String: Int] = [:]
  /// What is known of each field.
  private(set) var fields: [IndexName: Field] = [:]
  /// The sorted references.
  private(set) var references = (place: 0, count: 0)
  /// The keys of the tail, sorted; and the ids whose entries came later.
  var sortedKeys: [IndexName: [ShelfFinding]] = [:]
  var unsorted: Set<ShelfId> = []

  struct Field {
    /// How many objects have a key.
    var count = 0
    var isComplete = false
    /// Where the sorted part has its places, and how many.
    var place = 0
    var sorted = 0
  }

  init(_ system: FileSystem, isReadOnly: Bool) {
    super.init(
      system, name: ShelfNames.index, newName: ShelfNames.newIndex, kind: "SHELFIDX", isReadOnly: isReadOnly)
  }

  // MARK: Asking, under the mutex

  /// True if it can be queried: it exists, is whole, and was not left by a machine that went down during a write.
  var isUsable: Bool {
    guard let file, !file.isDamaged else { return false }
    return file.session == 0 || file.session == system.session()
  }

  func entry(_ id: ShelfId) -> IndexEntry? {
    if let known = tail[id] { return known }
    return file?.record(of: id).flatMap(Self.entry)
  }

  /// The contents that an object's keys come from; nil if it has none.
  func revision(_ id: ShelfId) -> UInt64? {
    if let known = tail[id] { return known?.revision }
    return file?.record(of: id).map(IndexRecord.revision)
  }

  static func entry(_ record: RecordFile.Record) -> IndexEntry? {
    if case .entry(_, let entry) = IndexRecord(record) { entry } else { nil }
  }

  func completeFields(_ type: String) -> Set<ShelfField> {
    Set(fields.lazy.filter { $0.key.type == type && $0.value.isComplete }.map(\.key.field))
  }

  /// True if all objects of a type have a key of a field.
  func isFull(_ name: IndexName) -> Bool { fields[name]?.count ?? 0 == objects[name.type] ?? 0 }

  // MARK: Changing, under the mutex and with the lock of the tables

  /// True if an object may be changed: the file says that it is being written, so that it is not trusted if the machine
  /// goes down before it is settled.
  var isBegun: Bool { file.map { $0.session != 0 } ?? true }

  func begin() throws {
    guard let file, file.session == 0 else { return }
    try file.setSession(system.session())
    try file.sync()
  }

  /// Appends records.
  func note(_ records: [IndexRecord]) throws {
    guard isUsable, !records.isEmpty else { return }
    try begin()
    var writer = ByteWriter()
    for record in records { record.write(&writer) }
    try append(writer.bytes, isSynced: false)
  }

  /// Has all of it kept, and marks it as whole. Nobody may be changing an object.
  func settle() throws {
    guard let file, isUsable, file.session != 0 else { return }
    try file.sync()
    try file.setSession(0)
    try file.sync()
  }

  /// Rebuilds it from all objects.
  func create(_ entries: (_ add: (ShelfId, IndexEntry) throws -> Void) throws -> Void) throws {
    try empty()
    var writer = ByteWriter()
    try entries { id, entry in
      IndexRecord.entry(id, entry).write(&writer)
      if writer.bytes.count > 1 << 20 {
        try append(writer.bytes, isSynced: false)
        writer.clear()
      }
    }
    if !writer.bytes.isEmpty { try append(writer.bytes, isSynced: false) }
    try sort()
  }

  // MARK: The file

  override var tailCount: Int { tail.count }

  override func reset() {
    tail = [:]
    tailReferrers = [:]
    objects = [:]
    fields = [:]
    references = (0, 0)
    sortedKeys = [:]
    unsorted = []
    if let file { readSummary(file) }
  }

  override func absorb(_ record: RecordFile.Record) {
    switch IndexRecord(record) {
    case .complete(let name): fields[name, default: Field()].isComplete = true
    case .deleted(let id): take(id, nil)
    case .entry(let id, let entry): take(id, entry)
    }
  }

  private func take(_ id: ShelfId, _ entry: IndexEntry?) {
    if let old = self.entry(id) {
      if let type = old.type { count(type, old.keys, -1) }
      for target in old.references { tailReferrers[target]?.remove(id) }
    }
    tail.updateValue(entry, forKey: id)
    unsorted.insert(id)
    guard let entry else { return }
    for target in entry.references { tailReferrers[target, default: []].insert(id) }
    guard let type = entry.type else { return }
    count(type, entry.keys, 1)
    for (name, field) in fields where name.type == type && field.isComplete {
      if !(entry.keys ?? []).contains(where: { $0.field == name.field }) { fields[name]?.isComplete = false }
    }
  }

  private func count(_ type: String, _ keys: [IndexEntry.Key]?, _ number: Int) {
    objects[type, default: 0] += number
    for key in keys ?? [] { fields[IndexName(type: type, field: key.field), default: Field()].count += number }
  }

  // Its sum was right, but its maker may have been malicious.
  private func readSummary(_ file: RecordFile) {
    let region = file.region
    var place = file.summary
    func text() -> String {
      let length = region.shortNumber(at: place)
      defer { place += 2 + length }
      return region.text(at: place + 2, count: length)
    }
    func number() -> Int {
      defer { place += 8 }
      return region.extent(at: place)
    }
    var types = number()
    while types > 0, place < region.count {
      objects[text()] = number()
      types -= 1
    }
    var names = number()
    while names > 0, place < region.count {
      names -= 1
      let name = IndexName(type: text(), field: ShelfField(text(), kind: text()))
      let field = Field(count: number(), isComplete: number() == 1, place: number(), sorted: number())
      fields[name] = field
    }
    references = (number(), number())
  }

  override func writeSorted(_ writer: RecordFileWriter) throws {
    var sorted = SortedIndex()
    for id in allIds() {
      guard let entry = entry(id) else { continue }
      try sorted.add(id, entry, to: writer)
    }
    let complete = Set(fields.lazy.filter(\.value.isComplete).map(\.key))
    let (objects, session) = (self.objects.filter { $0.value > 0 }, file?.session ?? 0)
    try writer.finish(session: session, flags: 0) { summary, position in
      sorted.write(&summary, position, writer.offsets, objects, complete)
    }
  }

  /// All ids in it, in ascending order.
  private func allIds() -> [ShelfId] {
    let sorted = (0..<(file?.count ?? 0)).lazy.compactMap { self.file?.id($0) }.filter { self.tail[$0] == nil }
    return (Array(sorted) + tail.lazy.filter { $0.value != nil }.map(\.key)).sorted()
  }
}

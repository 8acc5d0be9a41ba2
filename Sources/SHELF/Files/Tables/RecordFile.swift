internal import ORDAPlatform

/// A file of records by id: sorted ones, which are mapped and searched, followed by a tail to which later ones are
/// appended.
///
/// A record is its length and sum (4 bytes each), the id, and the table's content for it, padded to a multiple of
/// eight. The file begins with a header; after the sorted records come their places, and what else the table counts and
/// sorts.
final class RecordFile {
  /// A record of the file.
  struct Record {
    let region: ByteRegion
    let offset: Int
    let length: Int

    static let headLength = 24
    var id: ShelfId { region.id(at: offset + 8) }
    /// Where the table's part begins.
    var body: Int { offset + Self.headLength }

    /// Nil if there is no whole record.
    init?(_ region: ByteRegion, _ offset: Int) {
      let length = Int(region.smallNumber(at: offset))
      guard length >= Self.headLength, length % 8 == 0, region.contains(offset, length),
        region.smallNumber(at: offset + 4)
          == UInt32(truncatingIfNeeded: region.sum(at: offset + 8, count: length - 8))
      else { return nil }
      (self.region, self.offset, self.length) = (region, offset, length)
    }
  }

  static let headerLength = 128
  /// Where the header has numbers that change.
  private static let (sessionPlace, flagsPlace, keptPlace) = (64, 72, 80)

  private let system: FileSystem
  private let file: Int32
  /// The sorted part.
  let region: ByteRegion
  /// How many records are sorted.
  let count: Int
  private let places: Int
  /// Where the table's own counts and sorted parts begin.
  let summary: Int
  /// How far the tail was read.
  private(set) var end: Int
  /// True if something between the tail's records is not a record.
  private(set) var hasGap = false
  /// How far this process knows it to be kept.
  private var kept = 0
  /// True if records can no longer be read.
  private(set) var isDamaged = false

  /// Nil if there is no file.
  ///
  /// - Parameter kind: What it begins with: eight letters.
  /// - Throws: ``Unusable`` if it is not such a file.
  static func open(_ system: FileSystem, _ name: String, kind: String, isReadOnly: Bool) throws -> RecordFile? {
    do {
      let (file, status) = try system.openFile(name, isReadOnly ? O_RDONLY : O_RDWR)
      do {
        return try RecordFile(system, file, size: status.size, kind: kind)
      } catch {
        system.close(file)
        throw error
      }
    } catch let fault as FileFault {
      if fault.isMissing { return nil }
      throw fault
    }
  }

  /// The file's header is damaged, or belongs to another kind of file.
  struct Unusable: Error {}

  private init(_ system: FileSystem, _ file: Int32, size: Int, kind: String) throws {
    let header = ByteRegion(try system.read(file, at: 0, count: Self.headerLength))
    let numbers = [24, 32, 40, 56].map { Int(exactly: header.number(at: $0)) ?? -1 }
    let (count, places, summary, tail) = (numbers[0], numbers[1], numbers[2], numbers[3])
    guard header.count == Self.headerLength, header.holds(Array(kind.utf8), at: 0), header.smallNumber(at: 8) == 1,
      header.number(at: 120) == Self.sum(of: header),
      tail >= Self.headerLength, tail <= size, places >= Self.headerLength, summary <= tail, summary >= places,
      count >= 0, count <= (summary - places) / 8
    else { throw Unusable() }
    region = try system.map(file, count: tail)
    let guarded = Int(exactly: header.number(at: 88)) ?? -1
    guard region.contains(summary, guarded), region.sum(at: summary, count: guarded) == header.number(at: 96)
    else {
      throw Unusable()
    }
    (self.system, self.file, self.count, self.places, self.summary, end) = (system, file, count, places, summary, tail)
  }

  deinit { system.close(file) }

  /// The sum of the header without what changes.
  fileprivate static func sum(of header: ByteRegion) -> UInt64 {
    header.sum(at: 0, count: 64) ^ header.sum(at: 88, count: 32)
  }

  // MARK: Sorted records

  /// One of the sorted records; if it can't be read, returns nil and marks the file as damaged.
  func record(_ index: Int) -> Record? { record(at: Int(truncatingIfNeeded: region.number(at: places + 8 * index))) }

  func record(at offset: Int) -> Record? {
    let record = Record(region, offset)
    if record == nil { isDamaged = true }
    return record
  }

  /// The first sorted record whose id is not less.
  func firstIndex(notBefore id: ShelfId) -> Int { leadingCount(of: count) { self.id($0) < id } }

  func id(_ index: Int) -> ShelfId {
    region.id(at: Int(truncatingIfNeeded: region.number(at: places + 8 * index)) &+ 8)
  }

  func record(of id: ShelfId) -> Record? {
    let index = firstIndex(notBefore: id)
    return index < count && self.id(index) == id ? record(index) : nil
  }

  // MARK: The tail

  var tailLength: Int { end - region.count }

  /// False if another file is in its place, or it was truncated.
  func isCurrent() throws -> Bool { try news() != nil }

  /// Its length; nil if another file is in its place.
  private func news() throws -> Int? {
    let status = try system.status(of: file)
    return status.links > 0 && status.size >= end ? status.size : nil
  }

  /// The records appended since the last call; nil if another file is in its place.
  func takeTail() throws -> [Record]? {
    guard let size = try news() else { return nil }
    if size == end { return [] }
    let added = ByteRegion(try system.read(file, at: end, count: size - end))
    var (records, offset, whole): ([Record], Int, Int) = ([], 0, 0)
    while offset < added.count {
      if let record = Record(added, offset) {
        // What was never known to be kept may have been lost with the power; what was known has been damaged.
        if offset != whole {
          hasGap = true
          if end + whole < region.number(at: Self.keptPlace) { isDamaged = true }
        }
        records.append(record)
        offset += record.length
        whole = offset
      } else {
        // Half written, or damaged: whole ones may follow.
        offset += 8
      }
    }
    end += whole
    return records
  }

  /// Appends records; the caller has the lock of the tables, and has read the tail.
  func append(_ bytes: [UInt8]) throws {
    // Removes what a killed process has left of its last record.
    if try system.status(of: file).size > end { try system.setSize(file, end) }
    do {
      if kept > region.number(at: Self.keptPlace) {
        try system.write(file, ByteWriter { $0.add(UInt64(kept)) }.bytes, at: Self.keptPlace)
      }
      try system.write(file, bytes, at: end)
    } catch {
      try? system.setSize(file, end)
      throw error
    }
    end += bytes.count
  }

  func sync() throws {
    let end = end
    try system.sync(file)
    wasSynced(upTo: end)
  }

  /// Notes that this much of it is kept.
  func wasSynced(upTo end: Int) { kept = max(kept, end) }

  // MARK: What changes in the header

  /// The machine's session in which it was written; zero if it is known to be whole.
  var session: UInt64 { region.number(at: Self.sessionPlace) }
  var flags: UInt64 { region.number(at: Self.flagsPlace) }

  func setSession(_ session: UInt64) throws {
    try system.write(file, ByteWriter { $0.add(session) }.bytes, at: Self.sessionPlace)
  }
  func setFlags(_ flags: UInt64) throws {
    try system.write(file, ByteWriter { $0.add(flags) }.bytes, at: Self.flagsPlace)
  }
}

/// Writes a new file of records, to be put in place of an old one.
final class RecordFileWriter {
  private let system: FileSystem
  private let file: Int32
  private let kind: String
  private var buffer = ByteWriter()
  private var written = RecordFile.headerLength
  private(set) var offsets: [Int] = []

  init(_ system: FileSystem, _ name: String, kind: String) throws {
    self.system = system
    self.kind = kind
    file = try system.open(name, O_RDWR | O_CREAT | O_TRUNC)
  }

  deinit { system.close(file) }

  /// Where the next byte goes.
  private var position: Int { written + buffer.bytes.count }

  /// Adds a record; they come in the order of their ids.
  func add(_ record: [UInt8]) throws {
    offsets.append(position)
    buffer.add(record)
    if buffer.bytes.count > 1 << 20 { try flush() }
  }

  private func flush() throws {
    try system.write(file, buffer.bytes, at: written)
    written += buffer.bytes.count
    buffer.clear()
  }

  /// Writes the records' places, the table's own part, and the header.
  ///
  /// - Parameter summarize: Writes the table's own part, and returns how much of its beginning is guarded by a sum.
  func finish(
    session: UInt64, flags: UInt64, _ summarize: (inout ByteWriter, _ position: Int) -> Int
  ) throws {
    let places = position
    for offset in offsets { buffer.add(UInt64(offset)) }
    try flush()
    let summary = position
    let guarded = summarize(&buffer, summary)
    let sum = checksum(of: Array(buffer.bytes.prefix(guarded)))
    buffer.fillUp()
    try flush()
    var header = ByteWriter()
    header.add(Array(kind.utf8))
    header.add(UInt32(1))
    header.add(UInt32(0))
    header.add(UInt64.random(in: .min ... .max))
    for number in [offsets.count, places, summary, position - summary, position] { header.add(UInt64(number)) }
    header.add(session)
    header.add(flags)
    header.add(UInt64(position))
    header.add(UInt64(guarded))
    header.add(sum)
    while header.bytes.count < RecordFile.headerLength { header.add(UInt32(0)) }
    header.replace(RecordFile.sum(of: ByteRegion(header.bytes)), at: 120)
    try system.write(file, header.bytes, at: 0)
    try system.sync(file)
  }
}

extension ByteWriter {
  /// Adds a record to a file of records.
  mutating func addRecord(_ id: ShelfId, _ body: (inout ByteWriter) -> Void) {
    let start = bytes.count
    add(UInt64(0))
    add(id)
    body(&self)
    fillUp()
    replace(UInt32(truncatingIfNeeded: bytes.count - start), at: start)
    let sum = bytes.withUnsafeBytes { checksum(UnsafeRawBufferPointer(rebasing: $0[(start + 8)...])) }
    replace(UInt32(truncatingIfNeeded: sum), at: start + 4)
  }
}

internal import ORDAPlatform

/// The file that says who changed which objects; others watch it.
///
/// It is not synced: after a power cut no listener is left. When it gets long it begins again with another number, so
/// that readers who have not read everything know that anything may have changed.
final class ChangesFile: @unchecked Sendable {
  // Proof: nothing in it changes.
  private let system: FileSystem
  private let file: Int32
  /// False if it was opened for reading only.
  let isWritable: Bool
  /// The writer's own number, which marks its changes.
  let writer: UInt64

  private static let (kind, headLength, recordLength): (UInt64, Int, Int) = (0x4E41_4843_464C_4853, 16, 32)
  /// The maximum length.
  static let enough = 1 << 20

  /// Nil if there is none, and none may be made.
  ///
  /// - Parameter writer: The writer's earlier number; nil for a new one.
  init?(_ system: FileSystem, isReadOnly: Bool, writer: UInt64?) throws {
    do {
      file = try system.openFile(ShelfNames.changes, isReadOnly ? O_RDONLY : O_RDWR | O_CREAT).file
    } catch let fault {
      if isReadOnly, fault.isMissing { return nil }
      throw fault
    }
    self.system = system
    isWritable = !isReadOnly
    self.writer = writer ?? .random(in: 1 ... .max)
  }

  deinit { system.close(file) }

  /// How far somebody has read.
  struct Place: Equatable {
    var number: UInt64 = 0
    var end = 0
  }

  /// Adds changes; the caller has the lock of the tables.
  ///
  /// - Parameter isOwn: False if a program other than a shelf made them, so that the writer's own observers hear of
  ///   them, too.
  func add(_ changes: [(id: ShelfId, revision: UInt64)], isOwn: Bool = true) throws {
    var place = try self.place()
    // More than this are reported as one.
    if place.number == 0 || place.end + changes.count * Self.recordLength > Self.enough { place = try begin() }
    if changes.count * Self.recordLength > Self.enough {
      _ = try begin()
      return
    }
    var records = ByteWriter()
    for change in changes {
      records.add(change.id)
      records.add(change.revision)
      records.add(isOwn ? writer : 0)
    }
    try system.write(file, records.bytes, at: place.end)
  }

  /// Begins the file if nobody has; the caller has the lock of the tables.
  func start() throws { if try place().number == 0 { _ = try begin() } }

  /// Notes that anything may have changed; the caller has the lock of the tables.
  func addEverything() throws { _ = try begin() }

  private func begin() throws -> Place {
    let number = UInt64.random(in: 1 ... .max)
    try system.setSize(file, 0)
    try system.write(
      file,
      ByteWriter {
        $0.add(Self.kind); $0.add(number)
      }.bytes, at: 0)
    return Place(number: number, end: Self.headLength)
  }

  /// Where it ends; the number is zero if it has not begun, or is not such a file.
  func place() throws -> Place {
    let head = ByteRegion(try system.read(file, at: 0, count: Self.headLength))
    guard head.count == Self.headLength, head.number(at: 0) == Self.kind else { return Place() }
    let size = try system.status(of: file).size
    // The last record may be half written.
    return Place(
      number: head.number(at: 8),
      end: Self.headLength + max(0, size - Self.headLength) / Self.recordLength * Self.recordLength)
  }

  /// What others have changed since a place, which moves on; nil for nothing.
  func news(since place: inout Place) throws -> ShelfChange? {
    let now = try self.place()
    defer { place = now }
    if now == place { return nil }
    guard now.number == place.number, now.end > place.end else { return .everything }
    let records = ByteRegion(try system.read(file, at: place.end, count: now.end - place.end))
    // It may have begun again while it was read.
    guard try self.place().number == now.number, records.count == now.end - place.end else { return .everything }
    var ids: Set<ShelfId> = []
    for offset in stride(from: 0, to: records.count, by: Self.recordLength)
    where records.number(at: offset + 24) != writer { ids.insert(records.id(at: offset)) }
    return ids.isEmpty ? nil : .objects(ids)
  }

  /// False if it was removed.
  func isCurrent() throws -> Bool { try system.status(of: file).links > 0 }
}

internal import Foundation
internal import ORDAPlatform
internal import ORDAThreads

/// Everything a batch is about to do: synced before the first file is touched, so that whoever finds it after its
/// writer has died can finish it.
///
/// There is one file for a store. Its beginning says whether something is under way; batches come one after another.
final class BatchLog: @unchecked Sendable {
  // Proof: only the holder of the batch lock touches what changes; the region is only read.
  enum State: UInt64 {
    case empty
    /// The files may have been touched.
    case active
    /// All of it is kept, and perhaps not this word.
    case done
    /// Files are written under other names, and folders made.
    case preparing
  }

  /// The beginning: the state, and the length and sum of what follows.
  private static let headLength = 4_096
  private static let (kind, place): (UInt64, Int) = (0x4843_5442_464C_4853, 8)
  /// A larger file is truncated once its batch is done.
  private static let enough = 16 << 20

  private let system: FileSystem
  private let file: Int32
  private let region: ByteRegion
  /// True if it can't be written.
  let isReadOnly: Bool
  /// The log whose state is known to be kept.
  private let settled = Lock<UInt64>(0)

  /// Nil if there is none, and none may be made.
  init?(_ system: FileSystem, isReadOnly: Bool) throws {
    do {
      file = try system.openFile(ShelfNames.batch, isReadOnly ? O_RDONLY : O_RDWR | O_CREAT).file
    } catch let fault {
      if isReadOnly, fault.isMissing { return nil }
      throw fault
    }
    self.system = system
    self.isReadOnly = isReadOnly
    do {
      // No more than this is mapped, and the file never becomes shorter.
      if try system.status(of: file).size < Self.headLength {
        if isReadOnly {
          system.close(file)
          return nil
        }
        try system.setSize(file, Self.headLength)
      }
      region = try system.map(file, count: Self.headLength)
    } catch {
      system.close(file)
      throw error
    }
  }

  deinit { system.close(file) }

  /// What the file says now.
  var state: State {
    region.number(at: 0) == Self.kind ? State(rawValue: region.number(at: Self.place)) ?? .empty : .empty
  }

  /// True if somebody has begun something that concerns ids with these first digits, and has not finished it.
  func concerns(_ group: Int) -> Bool {
    state != .empty && state != .done && region.number(at: 32 + group / 64 * 8) >> UInt64(group % 64) & 1 == 1
  }

  var groups: [Int] { (0..<256).filter(concerns) }

  /// Has the end of the last batch kept: otherwise it would be done again after a power cut, on top of what came later.
  func settle() throws {
    let state = state
    if state == .empty { return }
    let mark = region.number(at: 64) ^ state.rawValue
    if settled.withLock({ $0 == mark }) { return }
    try system.sync(file)
    settled.withLock { $0 = mark }
  }

  /// Notes that files are about to be written.
  func prepare(_ groups: Set<Int>) throws { try write(.preparing, [], groups) }

  /// Keeps what is about to be done.
  func begin(_ changes: [Change]) throws {
    var body = ByteWriter()
    body.add(UInt64(changes.count))
    for change in changes { change.write(&body) }
    try system.write(file, body.bytes, at: Self.headLength)
    try write(.active, body.bytes, Set(changes.map(\.id.group)))
    try system.sync(file)
  }

  func end() throws {
    try system.write(file, ByteWriter { $0.add(State.done.rawValue) }.bytes, at: Self.place)
    if try system.status(of: file).size > Self.enough {
      try system.sync(file)
      try system.setSize(file, Self.headLength)
    }
  }

  /// Takes back what has not begun. As after ``end()``, the disk may still have an earlier batch.
  func withdraw() throws { try system.write(file, ByteWriter { $0.add(State.done.rawValue) }.bytes, at: Self.place) }

  /// Forgets the contents of the last batch.
  func empty() throws {
    try withdraw()
    try system.setSize(file, Self.headLength)
    try system.sync(file)
  }

  private func write(_ state: State, _ body: [UInt8], _ groups: Set<Int>) throws {
    let head = ByteWriter {
      $0.add(Self.kind)
      $0.add(state.rawValue)
      $0.add(UInt64(body.count))
      $0.add(checksum(of: body))
      for word in 0..<4 {
        $0.add(groups.reduce(UInt64(0)) { $1 / 64 == word ? $0 | 1 << UInt64($1 % 64) : $0 })
      }
      // Tells the batches apart.
      $0.add(UInt64.random(in: .min ... .max))
    }
    try system.write(file, head.bytes, at: 0)
  }

  /// An unfinished batch; nil if there is none, or if its log is incomplete, so that none of it was done.
  func unfinished() throws -> [Change]? {
    guard state == .active else { return nil }
    let size = try system.status(of: file).size
    guard let length = Int(exactly: region.number(at: 16)), length <= size - Self.headLength else { return nil }
    let body = ByteRegion(try system.read(file, at: Self.headLength, count: length))
    guard body.count == length, body.sum(at: 0, count: length) == region.number(at: 24) else { return nil }
    return Change.all(in: body)
  }
}

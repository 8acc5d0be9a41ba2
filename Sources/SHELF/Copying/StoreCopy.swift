/// Makes one store's objects equal to another's.
///
/// It compares both side by side, in the order of their ids, and writes what differs; and again, until nothing differs.
/// So the last pass is the proof, and it does not matter how often a copy is begun and interrupted.
struct StoreCopy {
  /// How often changes that others make meanwhile are copied again.
  private static let mostPasses = 10
  private static let pageSize = 1_000
  /// How many differing objects are named.
  private static let mostNamed = 10

  private let source: any ShelfStore
  private let target: any ShelfStore
  private let isReplacing: Bool
  private let tell: (ShelfCopyProgress) -> Void

  private var progress = ShelfCopyProgress(step: .looking, done: 0, total: 0)
  private(set) var summary = ShelfCopySummary()
  /// What was not equal in this pass, or some of it.
  private var different: Set<ShelfId> = []
  private var isTargetEmpty = false

  init(
    _ source: any ShelfStore, _ target: any ShelfStore, isReplacing: Bool, _ tell: @escaping (ShelfCopyProgress) -> Void
  ) {
    self.source = source
    self.target = target
    self.isReplacing = isReplacing
    self.tell = tell
  }

  mutating func run() async throws -> ShelfCopySummary {
    isTargetEmpty = try await target.ids(type: nil, after: nil, limit: 1).isEmpty
    if !isTargetEmpty, !isReplacing { try await look() }
    for pass in 0..<Self.mostPasses {
      begin(pass == 0 ? .copying : .comparing, total: try await count(source))
      (different, summary.objects, summary.bytes) = ([], 0, 0)
      try await compare()
      isTargetEmpty = false
      if different.isEmpty { return summary }
    }
    throw ShelfError.changedMeanwhile(different)
  }

  // MARK: Progress

  private mutating func begin(_ step: ShelfCopyProgress.Step, total: Int) {
    progress = ShelfCopyProgress(step: step, done: 0, total: total)
    tell(progress)
  }

  private mutating func advance(_ count: Int) {
    progress.done += count
    progress.total = max(progress.total, progress.done)
    tell(progress)
  }

  private func count(_ store: any ShelfStore) async throws -> Int {
    var (count, last): (Int, ShelfId?) = (0, nil)
    while true {
      try Task.checkCancellation()
      let ids = try await store.ids(type: nil, after: last, limit: Self.pageSize)
      count += ids.count
      if ids.count < Self.pageSize { return count }
      last = ids.last
    }
  }

  // MARK: Before anything is written

  /// Refuses a target with anything that is not the same in the source.
  private mutating func look() async throws {
    begin(.looking, total: try await count(target))
    var pages = StoredPages(target)
    while let page = try await pages.next() {
      let originals = try await source.read(page.objects.map(\.id))
      for (copy, original) in zip(page.objects, originals) {
        guard let original, Self.isEqual(original, copy) else { throw ShelfError.targetHasObjects(copy.id) }
      }
      advance(page.objects.count)
    }
  }

  /// True if an object was copied. The target may know a type that the source has lost.
  private static func isEqual(_ original: StoredObject, _ copy: StoredObject) -> Bool {
    original.contents == copy.contents && original.expires == copy.expires
      && (original.type == nil || original.type == copy.type)
  }

  // MARK: A pass

  private mutating func compare() async throws {
    var pages = StoredPages(source)
    var last: ShelfId?
    while let page = try await pages.next() {
      try await compare(page.objects)
      if !isTargetEmpty { try await deleteOthers(than: page.objects, after: last, through: page.end) }
      last = page.end
      summary.objects += page.objects.count
      summary.bytes += page.objects.reduce(0) { $0 + $1.contents.count }
      advance(page.objects.count)
    }
  }

  private mutating func compare(_ objects: [StoredObject]) async throws {
    let copies = isTargetEmpty ? objects.map { _ in nil } : try await target.read(objects.map(\.id))
    var writes: [ShelfWrite] = []
    for (original, copy) in zip(objects, copies) {
      if let copy, Self.isEqual(original, copy) { continue }
      note([original.id])
      guard let copy else {
        try await add(original, expecting: .nothing, to: &writes)
        continue
      }
      try mayReplace()
      if let type = original.type, let other = copy.type, type != other {
        // A store does not replace an object with one of another type; the next pass writes it.
        try await write([ShelfWrite(copy.id, expecting: .revision(copy.revision), .delete)])
      } else {
        try await add(original, expecting: .revision(copy.revision), to: &writes)
      }
    }
    if try await write(writes) { summary.written += writes.count }
  }

  /// Deletes what the target has between two ids and the source does not have.
  private mutating func deleteOthers(
    than objects: [StoredObject], after first: ShelfId?, through end: ShelfId?
  ) async throws {
    let known = Set(objects.map(\.id))
    var last = first
    while true {
      try Task.checkCancellation()
      let ids = try await target.ids(type: nil, after: last, limit: Self.pageSize)
      let here = ids.filter { id in end.map { id <= $0 } ?? true }
      let others = here.filter { !known.contains($0) }
      if !others.isEmpty {
        note(others)
        try mayReplace()
        if try await write(others.map { ShelfWrite($0, .delete) }) { summary.deleted += others.count }
      }
      if here.count < Self.pageSize { return }
      last = here.last
    }
  }

  private mutating func note(_ ids: [ShelfId]) {
    different.formUnion(ids.prefix(Self.mostNamed - min(Self.mostNamed, different.count)))
  }

  /// The target was empty or equal: whatever differs now was written by others, and is theirs.
  private func mayReplace() throws {
    if !isReplacing { throw ShelfError.changedMeanwhile(different) }
  }

  /// Adds the write of an object to others; an object with bytes beside its JSON is written alone, since there may be
  /// many.
  private mutating func add(
    _ object: StoredObject, expecting expectation: ShelfWrite.Expectation, to writes: inout [ShelfWrite]
  ) async throws {
    var contents = ShelfWrite.Contents(type: object.type, untyped: object.contents, expires: object.expires)
    if contents.binaries.isEmpty {
      writes.append(ShelfWrite(object.id, expecting: expectation, .put(contents)))
      return
    }
    guard let source = source as? any BinaryShelfStore, target is any BinaryShelfStore else {
      throw ShelfError.unsupported("\(object.id) has bytes, which one of the stores can't keep beside JSON")
    }
    for index in contents.binaries.indices {
      let id = contents.binaries[index].id
      contents.binaries[index].content = try await source.readBinary(id, of: object.id, from: 0, count: .max)
      if contents.binaries[index].content != nil { continue }
      // If somebody has saved it meanwhile, the next pass copies it.
      if try await source.read([object.id]).first??.revision != object.revision { return }
      throw ShelfError.missingBinary(object.id)
    }
    if try await write([ShelfWrite(object.id, expecting: expectation, .put(contents))]) { summary.written += 1 }
  }

  /// False if others were faster: the next pass looks again.
  @discardableResult
  private func write(_ writes: [ShelfWrite]) async throws -> Bool {
    if writes.isEmpty { return true }
    if case .written = try await target.write(writes) { return true }
    return false
  }
}

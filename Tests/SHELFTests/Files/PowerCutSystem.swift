import Foundation
import TestSupport

@testable import SHELF

/// A file system that forgets what was not synced: what is left after a power cut is put into another folder.
///
/// Of what was not synced anything may be kept, in any order, as nothing else is promised.
final class PowerCutSystem: FileSystem, @unchecked Sendable {
  /// A file, by whatever name.
  private final class Node {
    var now: [UInt8] = []
    var kept: [UInt8] = []
  }

  private enum Entry {
    case file(Node)
    case folder

    var isFolder: Bool { if case .folder = self { true } else { false } }
  }

  private struct Disk {
    var open: [Int32: Node] = [:]
    /// The entries of each folder by their names, as programs see them.
    var now: [String: [String: Entry]] = ["": [:]]
    var kept: [String: [String: Entry]] = ["": [:]]
    /// How many more changes there are before the cut; nil for no cut.
    var left: Int?
    var changes = 0
  }

  struct PowerCut: Error {}

  private let disk = Shared(Disk())
  private let number: UInt64

  /// - Parameters:
  ///   - changes: After how many changes the power is cut.
  ///   - start: The number of the machine's start.
  init(_ path: String, cutAfter changes: Int?, start: UInt64) throws {
    number = start
    try super.init(path)
    disk.with { $0.left = changes }
    try scan("")
  }

  /// What is in the folder at the start is all kept.
  private func scan(_ folder: String) throws {
    for name in try super.names(in: folder) {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      let entry: Entry
      if try super.status(path)?.kind == .folder {
        disk.with { ($0.now[path], $0.kept[path]) = ([:], [:]) }
        try scan(path)
        entry = .folder
      } else {
        let node = Node()
        node.now = try super.contents(path).map { Array($0) } ?? []
        node.kept = node.now
        entry = .file(node)
      }
      disk.with {
        $0.now[folder]?[name] = entry
        $0.kept[folder]?[name] = entry
      }
    }
  }

  var changes: Int { disk.with { $0.changes } }

  private static func split(_ path: String) -> (String, String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// Counts a change; from the cut on nothing can be done.
  private func change() throws(FileFault) {
    let isOff = disk.with { disk in
      disk.changes += 1
      guard let left = disk.left else { return false }
      disk.left = left - 1
      return left <= 0
    }
    if isOff { throw FileFault(action: "reach", name: "the disk", code: EIO) }
  }

  // MARK: The calls

  override func session() -> UInt64 { number }

  override func open(_ name: String, _ flags: Int32) throws(FileFault) -> Int32 {
    let isNew = flags & O_CREAT != 0
    if isNew { try change() }
    let file = try super.open(name, flags)
    let (folder, last) = Self.split(name)
    disk.with { disk in
      if isNew, disk.now[folder]?[last] == nil { disk.now[folder]?[last] = .file(Node()) }
      guard case .file(let node)? = disk.now[folder]?[last] else { return }
      if flags & O_TRUNC != 0 { node.now = [] }
      disk.open[file] = node
    }
    return file
  }

  override func close(_ file: Int32) {
    disk.with { $0.open[file] = nil }
    super.close(file)
  }

  override func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileFault) {
    try change()
    try super.write(file, bytes, at: offset)
    disk.with { disk in
      guard let node = disk.open[file] else { return }
      let end = offset + bytes.count
      if node.now.count < end { node.now += [UInt8](repeating: 0, count: end - node.now.count) }
      node.now.replaceSubrange(offset..<end, with: bytes)
    }
  }

  override func setSize(_ file: Int32, _ size: Int) throws(FileFault) {
    try change()
    try super.setSize(file, size)
    disk.with { disk in
      guard let node = disk.open[file] else { return }
      node.now = Array(node.now.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - node.now.count))
    }
  }

  override func rename(_ name: String, to other: String) throws(FileFault) {
    try change()
    try super.rename(name, to: other)
    let ((folder, last), (otherFolder, otherLast)) = (Self.split(name), Self.split(other))
    disk.with { disk in
      let entry = disk.now[folder]?[last]
      disk.now[otherFolder]?[otherLast] = entry
      disk.now[folder]?[last] = nil
    }
  }

  override func remove(_ name: String) throws(FileFault) -> Bool {
    try change()
    guard try super.remove(name) else { return false }
    let (folder, last) = Self.split(name)
    disk.with { $0.now[folder]?[last] = nil }
    return true
  }

  override func makeFolder(_ name: String) throws(FileFault) -> Bool {
    try change()
    guard try super.makeFolder(name) else { return false }
    let (folder, last) = Self.split(name)
    disk.with { disk in
      disk.now[folder]?[last] = .folder
      disk.now[name] = [:]
      // Another folder of this name may have been kept: what was in it is not in this one.
      disk.kept[name] = [:]
    }
    return true
  }

  override func removeFolder(_ name: String) -> Bool {
    guard (try? change()) != nil, super.removeFolder(name) else { return false }
    let (folder, last) = Self.split(name)
    disk.with { $0.now[folder]?[last] = nil }
    return true
  }

  override func sync(_ file: Int32) throws(FileFault) {
    try change()
    disk.with { disk in if let node = disk.open[file] { node.kept = node.now } }
  }

  override func syncFolder(_ name: String) throws(FileFault) {
    try change()
    disk.with { $0.kept[name] = $0.now[name] }
  }

  override func syncEverything() throws(FileFault) -> Bool {
    try change()
    disk.with { disk in
      for (name, entries) in disk.now {
        disk.kept[name] = entries
        for case .file(let node) in entries.values { node.kept = node.now }
      }
    }
    return true
  }

  // MARK: After the cut

  /// Puts what is left into a new folder.
  func leave(in path: String, _ random: inout Seeded) throws {
    let disk = disk.current
    try leave("", in: path, disk, &random)
  }

  private func leave(_ folder: String, in path: String, _ disk: Disk, _ random: inout Seeded) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let (now, kept) = (disk.now[folder] ?? [:], disk.kept[folder] ?? [:])
    for name in Set(now.keys).union(kept.keys).sorted() {
      let entry = Bool.random(using: &random) ? now[name] : kept[name]
      switch entry {
      case .folder:
        try leave(folder.isEmpty ? name : "\(folder)/\(name)", in: "\(path)/\(name)", disk, &random)
      case .file(let node):
        try Data(Self.rest(node, &random)).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
      case nil: break
      }
    }
  }

  /// What is left of a file: what was kept, what was written since, or some of both.
  private static func rest(_ node: Node, _ random: inout Seeded) -> [UInt8] {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return node.now
    case 1:
      // The size is kept, and some pieces are not.
      var bytes = node.now
      for start in stride(from: 0, to: bytes.count, by: 512) where Bool.random(using: &random) {
        for place in start..<min(start + 512, bytes.count) {
          bytes[place] = place < node.kept.count ? node.kept[place] : 0
        }
      }
      return bytes
    default: return node.kept
    }
  }
}

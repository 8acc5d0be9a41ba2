internal import Foundation

/// Finds the references in an object's JSON, whatever its type, and can remove some; also finds the bytes that it
/// names.
///
/// It scans the bytes once and knows no more of JSON than where strings, objects and lists begin and end: a shelf has
/// written its input, or it can be decoded. Damaged JSON yields fewer references, never a trap.
struct ReferenceScanner {
  /// A reference in JSON.
  struct Found: Equatable {
    let id: ShelfId
    let rule: ShelfDeleteRule
  }

  private let bytes: [UInt8]
  /// The ids whose references are removed.
  private let removed: Set<ShelfId>
  private var found: [Found] = []
  private var binaries: [ShelfId] = []
  private var removals: [Range<Int>] = []

  private init(_ json: Data, removing removed: Set<ShelfId>) {
    bytes = [UInt8](json)
    self.removed = removed
  }

  /// The references, in order.
  static func find(in json: Data) -> [Found] {
    // Most objects have none, and searching for one name is many times faster than scanning the JSON.
    guard contains(json, SpecialKey.referenceCore) else { return [] }
    var scanner = ReferenceScanner(json, removing: [])
    scanner.scan()
    return scanner.found
  }

  /// The ids that are referred to, each once.
  static func references(in json: Data) -> [ShelfId] {
    var seen: Set<ShelfId> = []
    return find(in: json).map(\.id).filter { seen.insert($0).inserted }
  }

  /// The bytes stored beside the JSON, each once.
  static func binaries(in json: Data) -> [ShelfId] {
    guard contains(json, SpecialKey.binaryCore) else { return [] }
    var scanner = ReferenceScanner(json, removing: [])
    scanner.scan()
    var seen: Set<ShelfId> = []
    return scanner.binaries.filter { seen.insert($0).inserted }
  }

  /// The JSON without its references to some objects: lists lose them, and members that are such a reference go with
  /// their names.
  static func removing(_ ids: Set<ShelfId>, from json: Data) -> Data {
    var scanner = ReferenceScanner(json, removing: ids)
    scanner.scan()
    var bytes = scanner.bytes
    var start = bytes.count
    // A reference inside a reference goes with it.
    let outermost = scanner.removals.filter { range in
      !scanner.removals.contains {
        $0 != range && $0.lowerBound <= range.lowerBound && $0.upperBound >= range.upperBound
      }
    }
    for range in outermost.sorted(by: { $0.lowerBound > $1.lowerBound }) where range.upperBound <= start {
      bytes.removeSubrange(range)
      start = range.lowerBound
    }
    return Data(bytes)
  }

  /// True if a string occurs in JSON, in any form.
  static func contains(_ json: Data, _ text: String) -> Bool { json.range(of: Data(text.utf8)) != nil }

  /// An object or list that has begun and not ended.
  private struct Level {
    let isObject: Bool
    /// Where the current element begins, or the member with its name.
    var start: Int
    /// The elements read so far, and the ids of those that are references.
    var elements: [(range: Range<Int>, id: ShelfId?)] = []
    /// The id of the current element, if it is a reference.
    var elementID: ShelfId?
    /// The name of the current member.
    var name: String?
    /// What makes this object a reference.
    var id: ShelfId?
    var rule = ShelfDeleteRule.nullify

    mutating func endElement(_ place: Int) {
      elements.append((start..<place, elementID))
      start = place + 1
      elementID = nil
      name = nil
    }
  }

  private mutating func scan() {
    var levels: [Level] = []
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        let end = endOfString(place)
        if !levels.isEmpty { read(place..<end, &levels[levels.count - 1]) }
        place = end
        continue
      case UInt8(ascii: "{"): levels.append(Level(isObject: true, start: place + 1))
      case UInt8(ascii: "["): levels.append(Level(isObject: false, start: place + 1))
      case UInt8(ascii: ","):
        if !levels.isEmpty { levels[levels.count - 1].endElement(place) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard var level = levels.popLast() else { return }
        level.endElement(place)
        note(level, in: &levels)
      default: break
      }
      place += 1
    }
  }

  private mutating func note(_ level: Level, in levels: inout [Level]) {
    if let id = level.id {
      found.append(Found(id: id, rule: level.rule))
      if !levels.isEmpty { levels[levels.count - 1].elementID = id }
    }
    // If anything kept comes before a removed element, the comma between them goes; otherwise the one after it.
    var isAnyKept = false
    for (index, element) in level.elements.enumerated() {
      guard let id = element.id, removed.contains(id) else {
        isAnyKept = true
        continue
      }
      let isLast = index == level.elements.count - 1
      removals.append(
        isAnyKept
          ? element.range.lowerBound - 1..<element.range.upperBound
          : element.range.lowerBound..<element.range.upperBound + (isLast ? 0 : 1))
    }
  }

  /// Notes a string of an object: a name, or a reference's value.
  private mutating func read(_ range: Range<Int>, _ level: inout Level) {
    guard level.isObject else { return }
    guard let name = level.name else {
      level.name = text(range)
      return
    }
    if name == SpecialKey.reference, let text = text(range) { level.id = ShelfId(text) }
    if name == SpecialKey.binary, let id = text(range).flatMap({ ShelfId($0) }) { binaries.append(id) }
    if name == SpecialKey.rule, let text = text(range) { level.rule = ShelfDeleteRule(rawValue: text) ?? .nullify }
  }

  /// The place after the string that begins at a place.
  private func endOfString(_ start: Int) -> Int {
    var place = start + 1
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\\"): place += 2
      case UInt8(ascii: "\""): return place + 1
      default: place += 1
      }
    }
    return bytes.count
  }

  private func text(_ range: Range<Int>) -> String? {
    guard range.count >= 2 else { return nil }
    let inner = bytes[range.lowerBound + 1..<range.upperBound - 1]
    if !inner.contains(UInt8(ascii: "\\")) { return String(decoding: inner, as: UTF8.self) }
    return try? JSONDecoder().decode(String.self, from: Data(bytes[range]))
  }
}

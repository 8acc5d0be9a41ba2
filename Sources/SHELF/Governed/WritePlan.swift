internal import Foundation
internal import ORDA

/// A call of `write`, prepared: everything that can be done before its transaction begins, and while others write.
struct WritePlan: Sendable {
  /// An object to put, in the form of the columns.
  struct Put: Sendable {
    /// Its place among the writes.
    let index: Int
    let id: ShelfId
    let type: Int64?
    /// True if the writer did not name the type: ``type`` is what was found, and must still be there.
    let isTypeFound: Bool
    let json: String
    let revision: Int64
    let expires: Double?
    let references: [ShelfId]
    let binaries: [ShelfBinary]
    /// The keys, each with the number of its field.
    let keys: [StoredKey]

    var links: StoredLinks { StoredLinks(references: references.count, binaries: binaries.count) }
  }

  let writes: [ShelfWrite]
  /// The objects to put, in the order of the writes.
  let puts: [Put]
  /// What is known of the numbers in rows.
  let types: [Int64: StoredType]
  /// True if an object that seemed to be new was found to exist.
  var looksFirst = false
  let modified = Date().timeIntervalSinceReferenceDate

  /// True if an object that is missing must stay missing until the transaction ends.
  var needsAbsence: Bool {
    puts.count < writes.count
      && writes.contains { write in
        if case .put = write.action { false } else { write.expectation == .nothing }
      }
  }
}

/// How much other tables have for an object, as one number in its row: most objects have nothing there, and then none
/// of these tables is read.
struct StoredLinks: Sendable {
  let references: Int
  let binaries: Int

  init(references: Int, binaries: Int) { (self.references, self.binaries) = (references, binaries) }

  init(number: Int64) {
    (references, binaries) = (Int(number & 0xFFFF_FFFF), Int(number >> 32))
  }

  var number: Int64 { Int64(binaries) << 32 | Int64(references) }
}

/// A key as a row has it.
struct StoredKey: Sendable, Hashable {
  let field: Int64
  let value: [UInt8]
}

extension GovernorShelfStore {
  /// Prepares writes.
  func plan(_ writes: [ShelfWrite], _ opened: Opened) async throws -> WritePlan {
    let found = try await foundTypes(of: writes, opened)
    var puts: [WritePlan.Put] = []
    puts.reserveCapacity(writes.count)
    // Usually objects of one type come together.
    var last = TypePlan(name: nil, fields: [], numbers: [], type: nil)
    let revision = UInt64.random(in: 0..<1 << 62)
    for (index, write) in writes.enumerated() {
      guard case .put(let contents) = write.action else { continue }
      guard let json = String(validating: contents.json, as: UTF8.self) else {
        throw ShelfError.couldNotSerialize(write.id, path: "", reason: "its JSON is no UTF-8")
      }
      let name = contents.type ?? found[write.id]
      let keys = name == nil ? [] : contents.keys ?? []
      if !last.isOf(name, keys) { last = try await typePlan(name, keys.map(\.field), opened.numbers) }
      var stored = keys.isEmpty ? [] : zip(last.numbers, keys).map { StoredKey(field: $0, value: $1.key.bytes) }
      let expires = contents.expires?.timeIntervalSinceReferenceDate
      if let expires { stored.append(StoredKey(field: ShelfTables.expiry, value: ShelfKey.number(expires).bytes)) }
      puts.append(
        WritePlan.Put(
          index: index, id: write.id, type: last.type, isTypeFound: contents.type == nil, json: json,
          revision: Int64((revision &+ UInt64(index)) & (1 << 62 - 1)), expires: expires,
          references: contents.references, binaries: contents.binaries, keys: stored))
    }
    return WritePlan(writes: writes, puts: puts, types: opened.numbers.known.types)
  }

  /// The current types of objects whose writers don't name one.
  private func foundTypes(of writes: [ShelfWrite], _ opened: Opened) async throws -> [ShelfId: String] {
    let ids = writes.compactMap { write in
      if case .put(let contents) = write.action, contents.type == nil { write.id } else { nil }
    }
    if ids.isEmpty { return [:] }
    var found: [ShelfId: String] = [:]
    for object in try await read(ids) { if let object { found[object.id] = object.type } }
    return found
  }

  /// What objects of a type share if they were saved with the same fields.
  private struct TypePlan {
    let name: String?
    let fields: [ShelfField]
    /// The fields' numbers.
    let numbers: [Int64]
    let type: Int64?

    func isOf(_ name: String?, _ keys: [ShelfFieldKey]) -> Bool {
      self.name == name && fields.count == keys.count && zip(fields, keys).allSatisfy { $0 == $1.field }
    }
  }

  private func typePlan(_ name: String?, _ fields: [ShelfField], _ numbers: TypeNumbers) async throws -> TypePlan {
    guard let name else { return TypePlan(name: nil, fields: [], numbers: [], type: nil) }
    var fieldNumbers: [Int64] = []
    for field in fields { fieldNumbers.append(try await numbers.number(of: field, in: name)) }
    guard Set(fieldNumbers).count == fields.count else {
      throw ShelfError.misuse("an object of the type \(name) has two keys of one field")
    }
    let type = try await numbers.number(of: StoredType(name, fieldNumbers))
    return TypePlan(name: name, fields: fields, numbers: fieldNumbers, type: type)
  }
}

public import Foundation

/// An object as it was. See ``Shelf/history(ofObjectWithId:as:)``.
public struct ShelfPastObject<Object: ShelfData>: Sendable {
  /// The object.
  public var object: Object
  /// When it was saved again or deleted.
  public var replaced: Date
}

extension Shelf {
  /// Earlier contents of an object, before it was saved again or deleted, the last first: as many as its type keeps by
  /// ``ShelfData/shelfHistory``.
  ///
  /// - Parameters:
  ///   - id: The object's id; the object need not exist any more.
  ///   - type: Its type.
  /// - Throws: ``ShelfError`` if something can't be read.
  public func history<Object: ShelfData>(
    ofObjectWithId id: ShelfId, as type: Object.Type = Object.self
  ) async throws(ShelfError) -> [ShelfPastObject<Object>] {
    var past: [ShelfPastObject<Object>] = []
    for entry in try await pastContents(of: id, Object.shelfHistory).sorted(by: { $0.number > $1.number }) {
      let stored = StoredObject(id: id, type: nil, revision: ShelfRevision(0), contents: Data(entry.json.utf8))
      past.append(ShelfPastObject(object: try coder.decode(type, stored), replaced: entry.replaced))
    }
    return past
  }

  private func pastContents(of id: ShelfId, _ count: Int) async throws(ShelfError) -> [PastContents] {
    var past: [PastContents] = []
    for stored in try await read(PastContents.ids(of: id, count: count)) {
      if let stored { past.append(try coder.decode(PastContents.self, stored)) }
    }
    return past
  }

  /// The changes, together with what stores the replaced contents, for types that keep them. They then expect that
  /// nobody else changes the objects meanwhile.
  func keepingPast(_ changes: [PendingChange]) async throws(ShelfError) -> [PendingChange] {
    guard types.isAnyPastKept else { return changes }
    var all: [PendingChange] = []
    for var change in changes {
      guard change.isReplacing, let stored = try await read([change.id]).first ?? nil,
        let count = types.pastCount(of: stored.type), count > 0, stored.contents != change.json
      else {
        all.append(change)
        continue
      }
      if !change.expectation.isMet(by: stored.revision) {
        all.append(change)
        continue
      }
      change.expectation = .revision(stored.revision)
      let known = try await pastContents(of: change.id, count)
      // A free place, otherwise the oldest one's.
      let free = Set(PastContents.ids(of: change.id, count: count)).subtracting(known.map(\.id)).min()
      guard let place = free ?? known.min(by: { $0.number < $1.number })?.id else { continue }
      let past = PastContents(
        id: place, of: change.id, number: (known.map(\.number).max() ?? -1) + 1,
        replaced: now(), json: String(decoding: stored.contents, as: UTF8.self))
      all += [change, try PendingChange(saving: past, coder, expires: nil)]
    }
    return all
  }
}

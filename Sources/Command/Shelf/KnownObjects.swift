#if Shelf
  import ORDAImport
  import SHELF

  /// What happened to an object.
  enum ObjectNews {
    case saved(StoredObject)
    case deleted(ShelfId, type: String?)
    /// Anything may have changed.
    case unknown

    /// The object's type; nil if it is not known.
    var type: String? {
      switch self {
      case .saved(let stored): stored.type
      case .deleted(_, let type): type
      case .unknown: nil
      }
    }

    /// Writes a line.
    func write(to output: Output, isJSON: Bool) {
      if isJSON { return writeJSON(to: output) }
      let type = VisibleText.escaping(type ?? "?")
      switch self {
      case .saved(let stored): output.write("saved    \(stored.id)  \(type)\n")
      case .deleted(let id, _): output.write("deleted  \(id)  \(type)\n")
      case .unknown: output.write("unknown  more may have changed than is known\n")
      }
    }

    private func writeJSON(to output: Output) {
      func begin(_ kind: String, _ id: ShelfId) {
        output.write(#"{"kind":"\#(kind)","id":"\#(id)","type":"#)
        if let type { output.writeJSON(text: type) } else { output.write("null") }
      }
      switch self {
      case .saved(let stored):
        begin("saved", stored.id)
        // Invalid JSON would make the line invalid.
        if (try? ObjectText.read(stored.contents)) != nil {
          let json = JSONLayout.compact(stored.contents)
          output.write(#","object":"#)
          output.write(Terminal.output.isTerminal ? JSONLayout.visible(json) : json)
        }
        output.write("}\n")
      case .deleted(let id, _):
        begin("deleted", id)
        output.write("}\n")
      case .unknown: output.write(#"{"kind":"unknown"}"# + "\n")
      }
    }
  }

  /// The objects as they were at the last look, to see what happened to them.
  struct KnownObjects {
    private struct Known {
      let revision: ShelfRevision
      let type: String?
    }

    private let shelf: Shelf
    /// Nil if there are too many.
    private var known: [ShelfId: Known]?

    /// - Parameter limit: How many objects are remembered at most.
    init(_ shelf: Shelf, limit: Int) async throws {
      self.shelf = shelf
      var known: [ShelfId: Known] = [:]
      for try await stored in shelf.storedObjects() {
        if known.count == limit { return }
        known[stored.id] = Known(revision: stored.revision, type: stored.type)
      }
      self.known = known
    }

    /// What a change means, object by object.
    mutating func news(of change: ShelfChange) async throws -> [ObjectNews] {
      switch change {
      case .objects(let ids):
        var news: [ObjectNews] = []
        for id in ids.sorted() {
          let stored = try await shelf.object(withId: id)
          if let new = note(id, stored) { news.append(new) }
        }
        return news
      case .everything:
        guard let before = known else { return [.unknown] }
        var news: [ObjectNews] = []
        var seen: Set<ShelfId> = []
        for try await stored in shelf.storedObjects() {
          seen.insert(stored.id)
          if let new = note(stored.id, stored) { news.append(new) }
        }
        for id in before.keys.sorted() where !seen.contains(id) {
          if let new = note(id, nil) { news.append(new) }
        }
        return news
      }
    }

    /// Remembers what is under an id; nil if that is no news.
    private mutating func note(_ id: ShelfId, _ stored: StoredObject?) -> ObjectNews? {
      let before = known?[id]
      guard let stored else {
        // Something that came and went between two looks is not reported.
        if known != nil, before == nil { return nil }
        known?[id] = nil
        return .deleted(id, type: before?.type)
      }
      if let before, before.revision == stored.revision { return nil }
      known?[id] = Known(revision: stored.revision, type: stored.type)
      return .saved(stored)
    }
  }
#endif

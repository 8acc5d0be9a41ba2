import ORDA

/// What a page is told, as the text of an event.
enum LiveNews {
  /// All rows, for a page that has shown others, or none.
  static func all(_ rows: [LiveRow], of view: String) -> [UInt8] {
    var json = JSONText()
    json.object([
      "view": { $0.text(view) }, "kind": { $0.text("all") },
      "rows": { json in
        json.array(rows) { json, row in json.array([row.key, row.html]) { $0.text($1) } }
      },
    ])
    return event(json)
  }

  /// The steps from the rows that a page shows to those that there are.
  static func steps(from before: [LiveRow], to after: [LiveRow], of view: String) -> [UInt8]? {
    var old: [String: String] = [:]
    for row in before { old[row.key] = row.html }
    let difference = LiveDifference(from: before, to: after, id: \.key) { row in
      // The page itself compares the cells.
      old[row.key] == row.html ? nil : ["row"]
    }
    guard !difference.isEmpty else { return nil }
    var json = JSONText()
    json.object([
      "view": { $0.text(view) }, "kind": { $0.text("steps") },
      "deletes": { json in json.array(difference.deletes) { $0.raw($1) } },
      "moves": { json in json.array(difference.moves) { json, move in json.array([move.from, move.to]) { $0.raw($1) } }
      },
      "inserts": { json in
        json.array(difference.inserts) { json, place in Self.placed(after, place, &json) }
      },
      "updates": { json in
        json.array(difference.updates) { json, update in Self.placed(after, update.place, &json) }
      },
      "count": { $0.raw(after.count) },
    ])
    return event(json)
  }

  private static func placed(_ rows: [LiveRow], _ place: Int, _ json: inout JSONText) {
    json.raw("[")
    json.raw(place)
    json.raw(",")
    json.text(rows[place].key)
    json.raw(",")
    json.text(rows[place].html)
    json.raw("]")
  }

  /// How many watch a view, how far it can be trusted, and how many rows its conditions hold for.
  static func state(_ view: String, watching: Int, note: String?, count: String?) -> [UInt8] {
    var json = JSONText()
    json.object([
      "view": { $0.text(view) }, "kind": { $0.text("state") }, "watching": { $0.raw(watching) },
      "note": { $0.text(note) }, "count": { $0.text(count) },
    ])
    return event(json)
  }

  static func event(_ json: JSONText, name: StaticString = "news") -> [UInt8] {
    // No line of JSON has a break in it.
    Array("event: ".utf8) + Array(name.description.utf8) + Array("\ndata: ".utf8) + json.bytes + Array("\n\n".utf8)
  }
}

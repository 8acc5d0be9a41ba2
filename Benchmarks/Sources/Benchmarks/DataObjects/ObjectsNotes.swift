import DataObjects
import GRDB

/// Notes that are fetched one by one, with what each is related to; nothing is cached.
@MainActor
enum ObjectsNotes {
  static func workloads(_ data: NotesData) -> [Workload] {
    [
      Workload(
        "a note with 2 relationships of 5", on: data, operations: data.count, target: 1.5, floor: floor, ours: ours,
        peers: ObjectsSuite.peers(grdb))
    ]
  }

  private static func floor(_ data: NotesData) throws -> Side {
    let statements = try data.statements()
    return Side(
      run: {
        var sum: UInt64 = 0
        for key in 1...Int64(data.count) { try FloorStatement.addNote(key, by: statements, to: &sum) }
        return sum
      }, checksum: { $0 })
  }

  private static func ours(_ data: NotesData) throws -> Side {
    let store = OpenedStore(data.path, Note.model)
    let checksum = FirstChecksum()
    return Side(
      run: {
        let store = try await store.get()
        var notes: [Note] = []
        notes.reserveCapacity(data.count)
        for key in 1...Int64(data.count) { if let note = try await store.object(Note.self, key) { notes.append(note) } }
        return notes
      },
      checksum: { (notes: [Note]) in
        checksum(notes.count) { notes.reduce(0) { $0 + sum($1) } }
      })
  }

  private static func sum(_ note: Note) -> UInt64 {
    let named = [(note.uniqueID, note.title)] + note.topics.map { ($0.uniqueID, $0.name) }
    return (named + note.enclosures.map { ($0.uniqueID, $0.name) }).reduce(0) { sum, one in
      sum + UInt64(one.0) + UInt64(one.1.utf8.count)
    }
  }

  private struct NoteRecord: FetchableRecord {
    let id: Int64
    let title: String

    init(row: Row) { (id, title) = (row[0], row[1]) }
  }

  private static func grdb(_ data: NotesData) throws -> Side {
    let pool = try GRDBPeer.pool(data.path)
    func children(_ kind: String) -> String {
      """
      SELECT \(kind).uniqueID, \(kind).name FROM \(kind)sNotes JOIN \(kind) ON \(kind).uniqueID = child
      WHERE note = ? ORDER BY ix
      """
    }
    let texts = [children("topic"), children("enclosure")]
    return Side(
      run: {
        var sum: UInt64 = 0
        for key in 1...Int64(data.count) {
          sum += try pool.read { database in
            let select = try database.cachedStatement(sql: "SELECT uniqueID, title FROM note WHERE uniqueID = ?")
            var records = try NoteRecord.fetchAll(select, arguments: [key])
            for text in texts {
              records += try NoteRecord.fetchAll(database.cachedStatement(sql: text), arguments: [key])
            }
            return records.reduce(0) { $0 + UInt64($1.id) + UInt64($1.title.utf8.count) }
          }
        }
        return sum
      }, checksum: { $0 })
  }
}

import DataObjects
import ORDA

/// A note, with what it is related to.
@MainActor
final class Note: DataObject {
  let record = DataRecord()
  let uniqueID: Int64
  @Stored var title = ""
  @Stored var topics: [Topic] = []
  @Stored var enclosures: [Enclosure] = []

  init(row: DataRow) throws { uniqueID = try row.uniqueID() }

  static var model: DataModel {
    DataModel {
      Entity(Note.self, table: "note") {
        Attribute("title", \.title)
        Related("topics", \.topics, through: "topicsNotes", parent: "note", child: "child")
        Related("enclosures", \.enclosures, through: "enclosuresNotes", parent: "note", child: "child")
      }
      Entity(Topic.self, table: "topic") { Attribute("name", \.name) }
      Entity(Enclosure.self, table: "enclosure") { Attribute("name", \.name) }
    }
  }
}

@MainActor
final class Topic: DataObject {
  let record = DataRecord()
  let uniqueID: Int64
  @Stored var name = ""

  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}

@MainActor
final class Enclosure: DataObject {
  let record = DataRecord()
  let uniqueID: Int64
  @Stored var name = ""

  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}

import DataObjects
import Foundation
import ORDA
import Observation

/// A note as it is shown whole.
@MainActor
final class Note: DataObject {
  let record = DataRecord()
  let uniqueID: Int64
  @Stored var text: String?
  @Stored var title = ""
  @Stored var isArchived = false
  @Stored var isRead = false
  @Stored var sortDate = Date(timeIntervalSinceReferenceDate: 0)
  @Stored var modified: Date?
  @Stored var latitude: Double?
  @Stored var count = 0
  @Stored var links: [String: String] = [:]
  @Stored var picture: Data?
  @Stored var options: [String]?
  @Stored var tags: [Tag] = []
  @Stored var attachments: [Attachment] = []
  /// How often this was called.
  private(set) var awakened = 0

  init(id: Int64, title: String = "") {
    uniqueID = id
    self.title = title
  }

  init(row: DataRow) throws { uniqueID = try row.uniqueID() }

  func awakeFromFetch() { awakened += 1 }
}

/// A note as a list shows it: another type, of the same rows.
@MainActor
final class TimelineNote: DataObject {
  let record = DataRecord()
  let uniqueID: Int64
  @Stored var title: String
  @Stored var isArchived = false
  @Stored var sortDate = Date(timeIntervalSinceReferenceDate: 0)

  init(id: Int64, title: String) {
    uniqueID = id
    self.title = title
  }

  // It reads a column itself.
  init(row: DataRow) throws {
    uniqueID = try row.uniqueID()
    title = try row.value("title")
  }
}

/// A tag, whose key is its name in small letters.
@MainActor
final class Tag: DataObject {
  let record = DataRecord()
  let uniqueID: String
  @Stored var name = ""

  init(_ name: String) {
    uniqueID = name.lowercased()
    self.name = name
  }

  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}

/// An attachment, which is related to one note alone, and never changes.
@MainActor
final class Attachment: DataObject {
  let record = DataRecord()
  let uniqueID: UUID
  @Stored var mimeType = ""

  init(id: UUID = UUID(), _ mimeType: String) {
    uniqueID = id
    self.mimeType = mimeType
  }

  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}

/// An object that is watched.
@MainActor @Observable
final class Feed: DataObject {
  let record = DataRecord()
  let uniqueID: Int64
  var name = ""
  var unread = 0

  init(id: Int64, name: String = "") {
    uniqueID = id
    self.name = name
  }

  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}

/// An object that the program saves.
@MainActor
final class Setting: DataObject {
  let record = DataRecord()
  let uniqueID: String
  var value = ""

  init(_ name: String, _ value: String) {
    uniqueID = name
    self.value = value
  }

  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}

extension DataModel {
  static var notes: DataModel {
    DataModel {
      Entity(Note.self, table: "notes") {
        Attribute("text", \.text)
        Attribute("title", \.title)
        Attribute("archived", \.isArchived)
        Attribute("isRead", \.isRead)
        Attribute("sortDate", \.sortDate, as: .seconds)
        Attribute("modified", \.modified, as: .seconds)
        Attribute("latitude", \.latitude)
        Attribute("amount", \.count)
        Attribute("links", \.links, as: .json)
        Attribute("picture", \.picture)
        Attribute("options", \.options, as: .propertyList)
        Related("tags", \.tags, through: "tagsNotes", parent: "noteID", child: "tagID")
        Related("attachments", \.attachments, through: "attachmentsNotes", parent: "noteID", child: "attachmentID")
      }
      Entity(TimelineNote.self, table: "notes") {
        Attribute("title", \.title)
        Attribute("archived", \.isArchived)
        Attribute("sortDate", \.sortDate, as: .seconds)
      }
      Entity(Tag.self, table: "tags", cache: .permanent, fetchesAtStartup: true) { Attribute("name", \.name) }
      Entity(Attachment.self, table: "attachments", isUniqued: false, isImmutable: true) {
        Attribute("mimeType", \.mimeType)
      }
      Entity(Feed.self, table: "feeds") {
        Attribute("name", \.name)
        Attribute("unread", \.unread)
      }
      Entity(Setting.self, table: "settings") { Attribute("value", \.value) }
    }
  }
}

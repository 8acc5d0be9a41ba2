import DataObjects
import ORDA
import Observation

/// An object that tasks and processes fight over.
@MainActor
final class ItemObject: DataObject {
  let record = DataRecord()
  let uniqueID: Int64
  @Stored var name = ""
  @Stored var number: Int64 = 0
  @Stored var weight: Double?
  @Stored var first: [PartObject] = []
  @Stored var second: [PartObject] = []

  init(id: Int64) { uniqueID = id }
  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}

/// The same rows, of which it knows one column.
@MainActor
final class ItemLineObject: DataObject {
  let record = DataRecord()
  let uniqueID: Int64
  @Stored var name = ""

  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}

/// What items are related to. No id comes twice.
@MainActor
final class PartObject: DataObject {
  let record = DataRecord()
  let uniqueID: String
  @Stored var number: Int64 = 0

  init(id: String) { uniqueID = id }
  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}

/// An object that is watched.
@MainActor @Observable
final class GaugeObject: DataObject {
  let record = DataRecord()
  let uniqueID: Int64
  var number: Int64 = 0
  var text = ""

  init(id: Int64) { uniqueID = id }
  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}

extension DataModel {
  @MainActor
  static var stress: DataModel {
    DataModel {
      Entity(ItemObject.self, table: "stress_items") {
        Attribute("name", \.name)
        Attribute("number", \.number)
        Attribute("weight", \.weight)
        Related("first", \.first, through: "stress_first", parent: "item", child: "part")
        Related("second", \.second, through: "stress_second", parent: "item", child: "part")
      }
      Entity(ItemLineObject.self, table: "stress_items") { Attribute("name", \.name) }
      Entity(PartObject.self, table: "stress_parts") { Attribute("number", \.number) }
      Entity(GaugeObject.self, table: "stress_gauges") {
        Attribute("number", \.number)
        Attribute("text", \.text)
      }
    }
  }
}

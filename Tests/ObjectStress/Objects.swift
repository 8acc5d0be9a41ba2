import DataObjects
import ORDA
import Observation

/// An object that tasks and processes fight over.
@MainActor
final class Item: DataObject {
  let record = DataRecord()
  let uniqueID: Int64
  @Stored var name = ""
  @Stored var number: Int64 = 0
  @Stored var weight: Double?
  @Stored var first: [Part] = []
  @Stored var second: [Part] = []

  init(id: Int64) { uniqueID = id }
  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}

/// The same rows, of which it knows one column.
@MainActor
final class ItemLine: DataObject {
  let record = DataRecord()
  let uniqueID: Int64
  @Stored var name = ""

  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}

/// What items are related to. No id comes twice.
@MainActor
final class Part: DataObject {
  let record = DataRecord()
  let uniqueID: String
  @Stored var number: Int64 = 0

  init(id: String) { uniqueID = id }
  init(row: DataRow) throws { uniqueID = try row.uniqueID() }
}

/// An object that is watched.
@MainActor @Observable
final class Gauge: DataObject {
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
      Entity(Item.self, table: "stress_items") {
        Attribute("name", \.name)
        Attribute("number", \.number)
        Attribute("weight", \.weight)
        Related("first", \.first, through: "stress_first", parent: "item", child: "part")
        Related("second", \.second, through: "stress_second", parent: "item", child: "part")
      }
      Entity(ItemLine.self, table: "stress_items") { Attribute("name", \.name) }
      Entity(Part.self, table: "stress_parts") { Attribute("number", \.number) }
      Entity(Gauge.self, table: "stress_gauges") {
        Attribute("number", \.number)
        Attribute("text", \.text)
      }
    }
  }
}

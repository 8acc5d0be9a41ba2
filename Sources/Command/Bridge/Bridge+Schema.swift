import ORDA
import ORDAImport

/// Requests about the database and what it contains.
extension Bridge {
  func tables(_ request: Request, _ output: Output) throws {
    let names = try database.tables(schema: try request.optionalText("schema"))
    output.write(",\"tables\":")
    output.writeJSON(.array(names.map { JSONValue(object: ("schema", .text($0.schema)), ("name", .string($0.name))) }))
  }

  func describe(_ request: Request, _ output: Output) throws {
    let name = TableName(schema: try request.optionalText("schema"), name: try request.text("table"))
    guard let description = try database.describe(name) else {
      throw DatabaseError(.noSuchTable, "there is no table or view called \(VisibleText.escaping("\(name)"))")
    }
    output.write(",\"table\":")
    output.writeJSON(JSONValue(description))
  }

  func capabilities(_ output: Output) {
    output.write(",\"driver\":")
    output.writeJSON(text: database.driverName)
    output.write(",\"capabilities\":")
    output.writeJSON(.array(database.capabilities.map(\.name).sorted().map { .string($0) }))
  }
}

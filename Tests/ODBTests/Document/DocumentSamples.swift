import Foundation
import ODBSQLite

/// The code of the document as it stands there, in a file of its own that imports one module. One thing had to change: what
/// `nameValue? as? String` is meant to say no compiler reads, and a value's content as a type of Swift's is `rawValue`, or
/// `string`.
enum DocumentSamples {
  static func create(somePath: String) -> ODB {
    let odb = ODB(filepath: somePath)
    return odb
  }

  static func ensure(feedID: String, odb: ODB) {
    let pathElements = ["RSS", "feeds", feedID]
    let path = ODBPath(elements: pathElements, odb: odb)
    ODB.perform {
      let _ = path.ensureTable()
    }
  }

  static func set(feedID: String, name: String, odb: ODB) {
    let path = ODBPath(elements: ["RSS", "feeds", feedID, "editedName"], odb: odb)
    let value = ODBValue(value: name, primitiveType: .string, applicationType: nil)
    ODB.perform {
      path.setValue(value)
    }
  }

  static func getOutside(path: ODBPath) -> String? {
    var nameValue: ODBValue? = nil
    ODB.perform {
      nameValue = path.value
    }
    let name = nameValue?.rawValue as? String
    return name
  }

  static func getInside(path: ODBPath) -> String? {
    var name: String?
    ODB.perform {
      name = path.value?.rawValue as? String
    }
    return name
  }

  static func getTyped(path: ODBPath) -> String? {
    var name: String?
    ODB.perform {
      name = path.value?.string
    }
    return name
  }

  static func delete(path: ODBPath) {
    ODB.perform {
      path.delete()
    }
  }
}

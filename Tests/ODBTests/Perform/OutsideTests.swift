import Foundation
import ODB
import Testing

/// Mistakes that end the program, each in a process of its own.
@Suite("Use outside of perform traps")
struct OutsideTests {
  /// What is used where it must not be.
  enum Use: String, CaseIterable, Codable, Sendable {
    case value, object, table, setValue, delete, ensureTable, createTable, rootTable, isDefined, requireValue, move

    func run(_ path: ODBPath) {
      switch self {
      case .value: _ = path.value
      case .object: _ = path.object
      case .table: _ = path.table
      case .setValue: path.setValue(1)
      case .delete: path.delete()
      case .ensureTable: path.ensureTable()
      case .createTable: path.createTable()
      case .rootTable: _ = path.odb.rootTable
      case .isDefined: _ = path.isDefined
      case .requireValue: _ = try? path.requireValue()
      case .move: _ = try? path.move(to: path.odb.root)
      }
    }
  }

  /// What is used of a table or value that was kept.
  enum Kept: String, CaseIterable, Codable, Sendable {
    case children, name, path, parent, set, subtable, empty, delete, value, valueName

    func run(_ table: ODBTable, _ value: ODBValueObject) {
      switch self {
      case .children: _ = table.children
      case .name: _ = table.name
      case .path: _ = table.path
      case .parent: _ = table.parentTable
      case .set: table.set(1, name: "x")
      case .subtable: table.addSubtable(name: "x")
      case .empty: table.deleteChildren()
      case .delete: table.delete()
      case .value: _ = value.value
      case .valueName: _ = value.name
      }
    }
  }

  @Test("of a path", arguments: Place.allCases, Use.allCases)
  func paths(_ place: Place, _ use: Use) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [place, use] in
      let home = try place.made()
      let odb = try home.odb()
      odb.perform { _ = (odb.root + "x").setValue(1) }
      use.run(odb.root + "x")
    }
    #expect(text(result).contains("was used outside of perform"), "\(text(result))")
  }

  @Test("of a path while another thread is in a perform", arguments: Place.allCases)
  func anotherThread(_ place: Place) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [place] in
      let home = try place.made()
      let odb = try home.odb()
      odb.perform {
        ODB.perform { _ = (odb.root + "x").setValue(1) }
        Threads.run(1) { _ in _ = (odb.root + "x").value }
      }
    }
    #expect(text(result).contains("path.value was used outside of perform"), "\(text(result))")
  }

  @Test("of what was kept from an earlier one", arguments: Place.allCases, Kept.allCases)
  func kept(_ place: Place, _ use: Kept) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [place, use] in
      let home = try place.made()
      let odb = try home.odb()
      var kept: (ODBTable, ODBValueObject)?
      ODB.perform {
        let table = (odb.root + "t").ensureTable()
        table?.set(1, name: "v")
        if let table, let value = table["v"] as? ODBValueObject { kept = (table, value) }
      }
      guard let kept else { return }
      ODB.perform {
        _ = odb.rootTable?.children
        use.run(kept.0, kept.1)
      }
    }
    #expect(text(result).contains("was used after the perform that the object comes from"), "\(text(result))")
  }

  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }
}

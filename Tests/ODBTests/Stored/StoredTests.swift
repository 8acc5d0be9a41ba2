import Foundation
import ODB
import Testing

@Suite("Properties and user defaults")
struct StoredTests {
  private enum Mood: String { case fine, bad }

  private final class Settings {
    @ODBStored var name: String
    @ODBStored var age: Int?
    @ODBStored var mood: Mood

    init(_ odb: ODB) {
      _name = ODBStored(wrappedValue: "nobody", "user.name", in: odb)
      _age = ODBStored("user.age", in: odb)
      _mood = ODBStored(wrappedValue: .fine, "user.mood", in: odb)
    }
  }

  @Test("A property is what the ODB has", arguments: Place.allCases)
  func properties(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let settings = Settings(odb)
    #expect(settings.name == "nobody")
    #expect(settings.age == nil)
    settings.name = "Bull Mancuso"
    settings.age = 3
    settings.mood = .bad
    #expect(Settings(odb).name == "Bull Mancuso")
    #expect(Settings(odb).age == 3)
    #expect(Settings(odb).mood == .bad)
    settings.age = nil
    odb.perform {
      #expect(!odb.path(["user", "age"]).isDefined)
      odb.path(["user", "name"]).setValue(1)
      #expect(settings.name == "nobody")
    }
    #expect(odb.error == nil)
  }

  @Test("A property may be a local, and a read of what is cached runs no statement")
  func locals() throws {
    let home = try Place.sqlite.made()
    let odb = try home.odb()
    @ODBStored("counts.x", in: odb) var count = 0
    for _ in 0..<10 { count += 1 }
    #expect(count == 10)
    let statements = odb.statements
    for _ in 0..<10 { #expect(count == 10) }
    #expect(odb.statements == statements)
    @ODBStored("no path..", in: odb) var wrong = 5
    #expect(wrong == 5)
    wrong = 6
    #expect(wrong == 5)
    #expect(odb.error != nil)
  }

  @Test("User defaults come over with their types", arguments: Place.allCases)
  func userDefaults(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let suite = "odb-tests-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let date = Date(timeIntervalSinceReferenceDate: 1.5)
    defaults.set(true, forKey: "bool")
    defaults.set(1, forKey: "int")
    defaults.set(1.0, forKey: "double")
    defaults.set("text", forKey: "string")
    defaults.set(Data([1, 2]), forKey: "data")
    defaults.set(["x": [true, 2, "three", date] as [Any]] as [String: Any], forKey: "nested")
    let path = odb.path(["defaults"])
    #expect(try odb.importUserDefaults(defaults, at: path) >= 9)
    odb.perform {
      #expect((path + "bool").value == true)
      #expect((path + "int").value == 1)
      #expect((path + "double").value == 1.0)
      #expect((path + "string").value == "text")
      #expect((path + "data").value == ODBValue(Data([1, 2])))
      let list = path + "nested" + "x"
      #expect(["1", "2", "3", "4"].map { (list + $0).value } == [true, 2, "three", ODBValue(date)])
    }
    #expect(odb.error == nil)
  }
}

import Foundation
import ODB
import ORDA
import Testing

@Suite("Several ODBs at once")
struct SeveralTests {
  @Test("One ODB.perform writes to two", arguments: Place.allCases)
  func two(_ place: Place) throws {
    let homes = try Place.allCases.map { try $0.made() } + [place.made()]
    let odbs = try homes.map { try $0.odb() }
    ODB.perform { for odb in odbs { #expect((odb.root + "x").setValue(1)) } }
    expectUndone {
      try ODB.perform {
        for odb in odbs { #expect((odb.root + "x").setValue(2)) }
        throw Undone()
      }
    }
    for odb in odbs {
      #expect(odb.error == nil)
      #expect(odb.perform { (odb.root + "x").value } == 1)
    }
  }

  @Test("Performs that wait for each other are told so", arguments: Place.allCases)
  func deadlock(_ place: Place) async throws {
    let homes = try [place.made(), place.made()]
    let odbs = try homes.map { try $0.odb() }
    let inside = Shared(0)
    let errors = Shared<[ODBError]>([])
    await onThreads(2) { number in
      let (outer, inner) = (odbs[number], odbs[1 - number])
      outer.perform {
        inside.with { $0 += 1 }
        inside.wait { $0 == 2 }
        do { try inner.performThrowing { _ = (inner.root + "x").setValue(number) } } catch let error as ODBError {
          errors.with { $0.append(error) }
        } catch { Issue.record("\(error)") }
        #expect((outer.root + "y").setValue(number))
      }
    }
    // One of them is told, and the other one gets its turn.
    #expect(errors.current.map(\.description) == [ODBError.deadlock.description])
    for (number, odb) in odbs.enumerated() { #expect(odb.perform { (odb.root + "y").value?.int } == number) }
  }

  @Test(
    "ODB.perform and performs of one ODB don't wait for each other for ever", arguments: Place.allCases)
  func mixed(_ place: Place) async throws {
    let home = try place.made()
    let odb = try home.odb()
    let path = odb.root + "n"
    odb.perform { _ = path.setValue(0) }
    await onThreads(4) { number in
      for _ in 0..<50 {
        if number < 2 {
          ODB.perform { odb.perform { _ = path.setValue((path.value?.int ?? 0) + 1) } }
        } else {
          odb.perform { ODB.perform { _ = path.setValue((path.value?.int ?? 0) + 1) } }
        }
      }
    }
    #expect(odb.perform { path.value } == 200)
  }

  @Test(
    "What is done to one ODB in another one's perform is done once, though that runs twice", arguments: Place.allCases)
  func repeatedInside(_ place: Place) throws {
    let homes = try [place.made(), place.made()]
    let odbs = try homes.map { try $0.odb() }
    let stranger = try homes[1].stranger()
    for odb in odbs { odb.perform { _ = (odb.root + "n").setValue(0) } }
    @Sendable func add(_ odb: ODB) { (odb.root + "n").setValue(((odb.root + "n").value?.int ?? -10) + 1) }
    for isStatic in [false, true] {
      var runs = 0
      let body = {
        runs += 1
        add(odbs[0])
        #expect((odbs[1].root + "n").value != nil)
        if runs == 1 { Threads.run(1) { _ in stranger.perform { add(stranger) } } }
        add(odbs[1])
      }
      odbs[0].perform {
        add(odbs[0])
        if isStatic { ODB.perform { body() } } else { odbs[1].perform { body() } }
      }
      #expect(runs == 2)
    }
    for odb in odbs {
      #expect(odb.error == nil)
      #expect(odb.perform { (odb.root + "n").value } == 4)
    }
    try stranger.governor?.close(within: .zero)
  }

  @Test("Two of one file share what they know", arguments: [""])
  func shared(_: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a.odb")
    try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.path)
    let odb = DocumentSamples.create(somePath: file)
    let twin = DocumentSamples.create(somePath: folder.file("link/./a.odb"))
    let byURL = try ODB(url: "sqlite:" + file)
    #expect(odb == twin && odb == byURL && Set([odb, twin, byURL]).count == 1)
    odb.perform { _ = (odb.root + "x").setValue(1) }
    let before = odb.statements
    twin.perform { #expect((byURL.root + "x").value == 1) }
    #expect(odb.statements == before)
    #expect(try ODB(url: "sqlite:\(file)?mode=ro") != odb)
    #expect(DocumentSamples.create(somePath: folder.file("b.odb")) != odb)
    twin.close()
    #expect(odb.isClosed)
    let anew = DocumentSamples.create(somePath: file)
    #expect(anew != odb)
    #expect(anew.perform { (anew.root + "x").value } == 1)
  }
}

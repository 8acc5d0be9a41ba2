import ODB
import ORDA
import Testing

@Suite("Performs in observers")
struct ObserverTests {
  @Test(
    "run after the one that is announced, without waiting for it", arguments: Place.allCases,
    [ChangeObservation.Moment.soon, .beforeReturn])
  func inObserver(_ place: Place, _ moment: ChangeObservation.Moment) throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform { _ = (odb.root + "n").setValue(0) }
    let db = try #require(odb.governor)
    let seen = Shared<[Int]>([])
    let observation = try db.observeChanges(of: ["odb_nodes"], when: moment) { _ in
      odb.perform {
        let number = (odb.root + "n").value?.int ?? -1
        seen.with { $0.append(number) }
        (odb.root + "copy").setValue(number)
      }
      ODB.perform { _ = (odb.root + "static").setValue(odb.path(["n"]).value?.int ?? -1) }
    }
    for number in 1...20 {
      odb.perform { _ = (odb.root + "n").setValue(number) }
      #expect(odb.error == nil)
    }
    ODB.perform { _ = (odb.root + "n").setValue(21) }
    #expect(eventually { odb.perform { (odb.root + "static").value } == 21 })
    #expect(eventually { odb.perform { (odb.root + "copy").value } == 21 })
    seen.wait { $0.last == 21 }
    observation.cancel()
  }

  @Test("run while other threads perform", arguments: Place.allCases, [ChangeObservation.Moment.soon, .beforeReturn])
  func manyThreads(_ place: Place, _ moment: ChangeObservation.Moment) async throws {
    let home = try place.made()
    let odb = try home.odb()
    odb.perform { _ = (odb.root + "n").setValue(0) }
    let heard = Shared(0)
    let observation = try await Threads.offload {
      try odb.governor?.observeChanges(of: ["odb_nodes"], when: moment) { _ in
        odb.perform { heard.with { $0 += (odb.root + "n").value == nil ? 0 : 1 } }
      }
    }
    await onThreads(4) { _ in
      for _ in 0..<50 { odb.perform { _ = (odb.root + "n").setValue(((odb.root + "n").value?.int ?? 0) + 1) } }
    }
    #expect(odb.perform { (odb.root + "n").value } == 200)
    try await heard.wait { $0 > 0 }
    observation?.cancel()
  }
}

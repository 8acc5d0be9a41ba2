import Foundation
import ODB
import ORDA
import Testing

@Suite("No update is lost")
struct RepeatTests {
  @Test("where eight threads count one number up", arguments: Place.allCases)
  func threads(_ place: Place) async throws {
    let home = try place.made()
    let odb = try home.odb()
    let path = odb.root + "n"
    odb.perform { _ = path.setValue(0) }
    await onThreads(8) { number in
      for _ in 0..<250 {
        if number.isMultiple(of: 2) {
          odb.perform { _ = path.setValue((path.value?.int ?? 0) + 1) }
        } else {
          ODB.perform { _ = path.setValue((path.value?.int ?? 0) + 1) }
        }
      }
    }
    #expect(odb.error == nil)
    #expect(odb.perform { path.value } == 2_000)
  }

  @Test("where ODBs that share nothing count one number up", arguments: Place.allCases)
  func strangers(_ place: Place) async throws {
    let home = try place.made()
    let odbs = try [home.odb(), home.stranger(), home.stranger()]
    odbs[0].perform { _ = (odbs[0].root + "n").setValue(0) }
    let runs = Shared(0)
    await onThreads(6) { number in
      let odb = odbs[number % 3]
      let path = odb.root + "n"
      for _ in 0..<100 {
        #expect(throws: Never.self) {
          try odb.performThrowing {
            runs.with { $0 += 1 }
            path.setValue((path.value?.int ?? 0) + 1)
          }
        }
      }
    }
    #expect(odbs[0].perform(.fresh) { (odbs[0].root + "n").value } == 600)
    for odb in odbs.dropFirst() { try await odb.governor?.close(within: .zero) }
    // At most twice each.
    #expect(runs.current <= 1_200)
  }

  /// Runs a perform in whose midst somebody else writes what it has read; how often its body ran, and what it read.
  private func disturbed(_ home: Home, _ perform: @escaping @Sendable (ODB, () -> Void) throws -> Void) throws -> [Int]
  {
    let odb = try home.odb()
    let stranger = try home.stranger()
    let (mine, theirs) = (odb.root + "n", stranger.root + "n")
    odb.perform { _ = mine.setValue(1) }
    #expect(odb.perform { mine.value } == 1)
    var read: [Int] = []
    try perform(odb) {
      read.append(mine.value?.int ?? -1)
      if read.count == 1 {
        // Not on this thread: in an ODB.perform it would be part of that.
        Threads.run(1) { _ in stranger.perform { _ = theirs.setValue(10) } }
        #expect(stranger.error == nil)
      }
      mine.setValue((read.last ?? 0) + 1)
    }
    #expect(odb.error == nil)
    #expect(stranger.perform(.fresh) { theirs.value?.int } == (read.last ?? 0) + 1)
    #expect(odb.perform { mine.value?.int } == (read.last ?? 0) + 1)
    try stranger.governor?.close(within: .zero)
    return read
  }

  @Test("where somebody writes between reading and writing: the body runs once more", arguments: Place.allCases)
  func meanwhile(_ place: Place) throws {
    #expect(try disturbed(try place.made()) { odb, body in odb.perform { body() } } == [1, 10])
    #expect(try disturbed(try place.made()) { _, body in ODB.perform { body() } } == [1, 10])
    #expect(try disturbed(try place.made()) { odb, body in try odb.performThrowing { body() } } == [1, 10])
  }

  @Test("Where the first run throws for what it read, the second one counts", arguments: Place.allCases)
  func throwingFirst(_ place: Place) throws {
    let home = try place.made()
    let odb = try home.odb()
    let stranger = try home.stranger()
    odb.perform { _ = (odb.root + "t").ensureTable() }
    odb.perform { #expect((odb.root + "t").table != nil) }
    var runs = 0
    try odb.performThrowing {
      runs += 1
      #expect((odb.root + "t").table != nil || runs == 2)
      if runs == 1 { stranger.perform { _ = (stranger.root + "t").delete() } }
      if runs == 2 { _ = (odb.root + "t").ensureTable() }
      try odb.path(["t", "x"]).requireSetValue(1)
    }
    #expect(runs == 2)
    #expect(stranger.perform(.fresh) { stranger.path(["t", "x"]).value } == 1)
    try stranger.governor?.close(within: .zero)
  }

  @Test("Of two ODBs, either may have been written to meanwhile", arguments: Place.allCases)
  func several(_ place: Place) throws {
    let homes = try [place.made(), place.made()]
    let odbs = try homes.map { try $0.odb() }
    let strangers = try homes.map { try $0.stranger() }
    for odb in odbs { odb.perform { _ = (odb.root + "n").setValue(1) } }
    var runs = 0
    ODB.perform {
      runs += 1
      // In its first run only the first is used.
      for index in runs == 1 ? 0..<1 : 0..<2 {
        let read = (odbs[index].root + "n").value?.int ?? -1
        if runs <= 2 {
          Threads.run(1) { [runs] _ in
            if index == runs - 1 {
              strangers[index].perform { _ = (strangers[index].root + "n").setValue(10 * runs) }
            }
          }
        }
        (odbs[index].root + "n").setValue(read + 1)
      }
    }
    #expect(runs == 3)
    for odb in odbs { #expect(odb.error == nil) }
    #expect(strangers[0].perform(.fresh) { (strangers[0].root + "n").value } == 11)
    #expect(strangers[1].perform(.fresh) { (strangers[1].root + "n").value } == 21)
    for stranger in strangers { try stranger.governor?.close(within: .zero) }
  }

  @Test("A perform that locks first runs once, and nobody writes meanwhile", arguments: Place.allCases)
  func once(_ place: Place) async throws {
    let home = try place.made()
    let odb = try home.odb()
    let stranger = try home.stranger()
    let (mine, theirs) = (odb.root + "n", stranger.root + "n")
    odb.perform { _ = mine.setValue(1) }
    stranger.perform(.fresh) { _ = theirs.setValue(2) }
    var runs = 0
    let hasBegun = Event()
    let waiting = odb.perform(.once) {
      runs += 1
      #expect(mine.value == 2)
      let waiting = Threads.start(1) { _ in
        hasBegun.signal()
        stranger.perform { _ = theirs.setValue((theirs.value?.int ?? 0) * 10) }
      }
      hasBegun.wait()
      #expect(mine.setValue((mine.value?.int ?? 0) + 1))
      return waiting
    }
    await withCheckedContinuation { continuation in waiting.notify(queue: .global()) { continuation.resume() } }
    #expect(runs == 1)
    #expect(odb.error == nil && stranger.error == nil)
    #expect(odb.perform(.fresh) { mine.value } == 30)
    try await stranger.governor?.close(within: .zero)
  }
}

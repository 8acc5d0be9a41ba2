import Foundation
import ORDATesting
import ORDAThreads
import Synchronization
import TestSupport
import Testing

@testable import ORDA

@Suite("Connecting to several hosts", .timeLimit(.minutes(5)))
struct HostsTests {
  private let clock = TestClock()

  private func hosts(_ text: String) throws(DatabaseError) -> Hosts {
    try Hosts(try DatabaseURL(text, shape: .server), timeSource: clock.timeSource)
  }

  private func refusal(_ use: HostUse, _ kind: DatabaseError.Kind = .cannotOpen(.unreachable)) -> DatabaseError {
    DatabaseError(kind, "\(use.host.address) refuses")
  }

  @Test(
    "A mode that can't be is refused in words of its own",
    arguments: [
      ("db+loadbalanced://a,b", "did you mean 'loadbalance'"), ("db+loadbalance://a", "db+loadbalance://db1,db2/music"),
      ("db+replication://a", "several hosts"), ("db+x://a,b", "sequential, loadbalance, replication"),
    ])
  func badModes(text: String, words: String) throws {
    let error = try failure { try hosts(text) }
    #expect(error.kind == .badURL)
    #expect(error.message.contains(words), "\(error)")
  }

  @Test func `What no host does is told with the reason of each`() throws {
    let hosts = try hosts("db://a,b,c")
    let error = try failure {
      try hosts.connect(as: .writer, eachWithin: .seconds(1), within: .seconds(3)) {
        (use, _) throws(DatabaseError) -> Void in throw refusal(use)
      }
    }
    #expect(error.kind == .cannotOpen(.unreachable))
    for name in ["a", "b", "c"] { #expect(error.message.contains("name(\"\(name)\") refuses"), "\(error)") }
    #expect(error.isTransient)
    let full = try failure {
      try hosts.connect(as: .writer, eachWithin: .seconds(1), within: .seconds(3)) {
        (use, _) throws(DatabaseError) -> Void in throw refusal(use, .cannotOpen(.tooManyConnections))
      }
    }
    #expect(full.kind == .cannotOpen(.tooManyConnections))
  }

  @Test func `What another host would refuse as well ends the search`() throws {
    let hosts = try hosts("db://a,b")
    var tried = 0
    let error = try failure {
      try hosts.connect(as: .writer, eachWithin: .seconds(1), within: .seconds(3)) {
        (use, _) throws(DatabaseError) -> Void in
        tried += 1
        throw refusal(use, .authentication)
      }
    }
    #expect(error.kind == .authentication)
    #expect(tried == 1)
    #expect(hosts.failovers == 0)
  }

  @Test func `Each host gets its part of the time, and a single one all of it`() throws {
    let several = try hosts("db://a,b,c")
    var shares: [Duration] = []
    _ = try several.connect(as: .writer, eachWithin: .seconds(10), within: .seconds(3)) {
      (use, share) throws(DatabaseError) in
      shares.append(share)
      if shares.count < 3 { throw refusal(use) }
    }
    // What the first ones did not need is left to the others.
    #expect(shares == [.seconds(1), .milliseconds(1_500), .seconds(3)])
    _ = try hosts("db://a").connect(as: .writer, eachWithin: .seconds(10), within: .seconds(3)) {
      (_, share) throws(DatabaseError) in #expect(share == .seconds(10))
    }
  }

  @Test func `A connection counts as its host's for as long as its use of it is held`() throws {
    let hosts = try hosts("db+loadbalance://a,b")
    func use() throws -> HostUse {
      try hosts.connect(as: .writer, eachWithin: .seconds(1), within: .seconds(3)) { (use, _) throws(DatabaseError) in
        use
      }
    }
    var uses = [try use(), try use()]
    #expect(Set(uses.map(\.host)).count == 2)
    let gone = uses.removeLast().host
    #expect(try use().host == gone)
    #expect(try use().host == gone)
    #expect(uses.count == 1)
  }

  @Test(.ownThread) func `A hundred callers of hosts that are all denied knock once`() throws {
    let hosts = try hosts("db://a,b")
    let isUp = Atomic<Bool>(false)
    let tries = Atomic<Int>(0)
    let isCrowded = Atomic<Bool>(false)
    let failures = Atomic<Int>(0)
    let clock = clock
    @Sendable func connect() throws(DatabaseError) {
      try hosts.connect(as: .writer, eachWithin: .seconds(10), within: .seconds(60)) { (use, _) throws(DatabaseError) in
        tries.add(1, ordering: .relaxed)
        // The others wait for this attempt.
        if isCrowded.exchange(false, ordering: .relaxed) { clock.waitForWaiters(99) }
        if !isUp.load(ordering: .relaxed) { throw refusal(use) }
      }
    }
    func connectOften() {
      isCrowded.store(true, ordering: .relaxed)
      let threads = Threads.start(100) { _ in
        do { try connect() } catch { failures.add(1, ordering: .relaxed) }
      }
      threads.wait()
    }
    #expect(throws: DatabaseError.self) { try connect() }
    #expect(tries.exchange(0, ordering: .relaxed) == 2)
    connectOften()
    #expect(failures.load(ordering: .relaxed) == 100)
    #expect(tries.exchange(0, ordering: .relaxed) == 2)
    isUp.store(true, ordering: .relaxed)
    connectOften()
    #expect(failures.load(ordering: .relaxed) == 100, "all of them are served")
  }

  @Test func `A host that is unfit is passed over, and taken where there is no other`() throws {
    let hosts = try hosts("db://a,b")
    var unfit: Set<String> = ["a"]
    var doubts: [Bool] = []
    func connect() throws -> HostUse {
      try hosts.connect(as: .writer, eachWithin: .seconds(1), within: .seconds(3)) { (use, _) throws(DatabaseError) in
        guard case .name(let name) = use.host.address else { throw refusal(use) }
        doubts.append(use.isDoubted)
        if unfit.contains(name), !use.isLastResort { throw use.unfit("\(name) is read-only") }
        return use
      }
    }
    let first = try connect()
    #expect(first.host == hosts.all[1])
    #expect(doubts == [false, false])
    unfit = ["a", "b"]
    first.turned()
    #expect(!first.isCurrent)
    doubts = []
    let last = try connect()
    #expect(last.isLastResort && last.isCurrent)
    #expect(doubts == [true, true, true])
    // It is known, so it is left for no other at once.
    last.turned()
    #expect(last.isCurrent)
    unfit = ["a"]
    let better = try connect()
    #expect(better.host == hosts.all[1] && !better.isLastResort)
    #expect(hosts.failovers == 2)
  }

  @Test func `All connections to a host that fell silent are left, and no others`() throws {
    let hosts = try hosts("db+loadbalance://a,b")
    let uses = try (0..<4).map { _ in
      try hosts.connect(as: .writer, eachWithin: .seconds(1), within: .seconds(3)) { (use, _) throws(DatabaseError) in
        use
      }
    }
    uses[0].fellSilent()
    for use in uses { #expect(use.isCurrent == (use.host != uses[0].host)) }
    #expect(hosts.failovers == 1)
  }

  @Test(.ownThread) func `Who can't await the others' attempt any longer is told what it was with each host`() throws {
    let hosts = try hosts("db://a,b")
    @Sendable func connect(_ body: () -> Void = {}) throws(DatabaseError) {
      try hosts.connect(as: .writer, eachWithin: .seconds(20), within: .seconds(20)) { (use, _) throws(DatabaseError) in
        body()
        throw refusal(use)
      }
    }
    #expect(throws: DatabaseError.self) { try connect() }
    let isSearching = Event()
    let goesOn = Event()
    let other = Threads.start(1) { _ in
      _ = try? connect {
        isSearching.signal()
        goesOn.wait()
      }
    }
    defer {
      goesOn.signal()
      other.wait()
    }
    isSearching.wait()
    clock.advanceOnceAwaited(by: .seconds(20))
    let error = try failure { try connect() }
    #expect(error.kind == .cannotOpen(.unreachable))
    #expect(error.message.contains("still at it"), "\(error)")
    for name in ["a", "b"] { #expect(error.message.contains("name(\"\(name)\") refuses"), "\(error)") }
  }
}

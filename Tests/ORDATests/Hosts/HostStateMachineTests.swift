import ORDAThreads
import Testing

@testable import ORDA

@Suite("Which host to connect to, by a clock of the test's own")
struct HostStateMachineTests {
  private typealias Search = HostStateMachine.Search

  /// A moment so many seconds after the beginning.
  private func at(_ seconds: Double) -> MonotonicTime { .start + .seconds(seconds) }

  /// Searches until a host outside of `down` answers, all at one moment. Those of `unfit` answer, and are only taken if no other is.
  private func search(
    _ machine: inout HostStateMachine, _ role: ConnectionRole = .writer, down: Set<Int> = [], unfit: Set<Int> = [],
    at seconds: Double
  ) -> [Int] {
    var search = Search(role)
    var tried: [Int] = []
    while case .connect(let host) = machine.next(&search, at: at(seconds)) {
      tried.append(host)
      let isUnfit = unfit.contains(host) && !search.isLastResort
      guard down.contains(host) || isUnfit else {
        machine.answered(host, search)
        break
      }
      machine.failed(host, &search, isUnfit: isUnfit, begunAt: at(seconds), at: at(seconds))
    }
    _ = machine.end(search)
    return tried
  }

  @Test func `In order, the first that answers is taken, and who failed is tried last`() {
    var machine = HostStateMachine(.sequential, hosts: 3)
    #expect(search(&machine, at: 0) == [0])
    #expect(search(&machine, down: [0], at: 1) == [0, 1])
    #expect(machine.failovers == 1)
    // Denied for a second: last, never not at all.
    #expect(search(&machine, at: 1.5) == [1])
    #expect(search(&machine, down: [1, 2], at: 1.9) == [1, 2, 0])
    #expect(machine.failovers == 3)
  }

  @Test func `Each further failure denies for twice as long, up to a minute, and an answer ends it`() {
    var machine = HostStateMachine(.sequential, hosts: 2)
    var now = 0.0
    for length in [1.0, 2, 4, 8, 16, 32, 60, 60, 60] {
      #expect(search(&machine, down: [0], at: now) == [0, 1], "tried again at \(now)")
      #expect(search(&machine, down: [0], at: now + length - 0.1) == [1])
      now += length
    }
    #expect(search(&machine, at: now) == [0])
    #expect(search(&machine, down: [0], at: now) == [0, 1])
    #expect(search(&machine, at: now + 1) == [0], "from the beginning again")
    #expect(machine.failovers == 2)
  }

  @Test func `Of failures at the same time one counts`() {
    var machine = HostStateMachine(.sequential, hosts: 2)
    var searches = (0..<10).map { _ in Search(.writer) }
    for index in searches.indices {
      let step = machine.next(&searches[index], at: at(0))
      #expect(step == .connect(to: 0))
    }
    for index in searches.indices { machine.failed(0, &searches[index], begunAt: at(0), at: at(0.5)) }
    for _ in 0..<10 { machine.lost(0, at: at(0.6)) }
    #expect(machine.failovers == 1)
    #expect(search(&machine, at: 1.4) == [1])
    #expect(search(&machine, at: 1.5) == [0])
  }

  @Test func `When its time is over, one caller tries it and the others go elsewhere`() {
    var machine = HostStateMachine(.sequential, hosts: 2)
    #expect(search(&machine, down: [0], at: 0) == [0, 1])
    var first = Search(.writer)
    let step = machine.next(&first, at: at(2))
    #expect(step == .connect(to: 0))
    #expect(search(&machine, at: 2) == [1])
    machine.answered(0, first)
    #expect(search(&machine, at: 2) == [0])
  }

  @Test func `Where all are denied one caller tries them all, and the others await the outcome`() {
    var machine = HostStateMachine(.loadbalance, hosts: 3)
    #expect(Set(search(&machine, down: [0, 1, 2], at: 0)) == [0, 1, 2])
    var first = Search(.writer)
    guard case .connect(let host) = machine.next(&first, at: at(0.1)) else {
      return #expect(Bool(false), "it is tried at once")
    }
    for _ in 0..<1000 {
      var other = Search(.writer)
      let step = machine.next(&other, at: at(0.1))
      #expect(step == .wait)
    }
    machine.failed(host, &first, begunAt: at(0.1), at: at(0.2))
    guard case .connect(let second) = machine.next(&first, at: at(0.2)) else {
      return #expect(Bool(false), "so is the next")
    }
    #expect(second != host)
    machine.answered(second, first)
    let isForAll = machine.end(first)
    #expect(isForAll, "others have waited")
    #expect(search(&machine, at: 0.3) == [second])
  }

  @Test func `A host without an alternative is never denied`() {
    var machine = HostStateMachine(.sequential, hosts: 1)
    for second in 0..<10 { #expect(search(&machine, down: [0], at: Double(second) / 10) == [0]) }
    #expect(machine.failovers == 0)
    var two = [Search(.writer), Search(.writer)]
    for index in two.indices {
      let step = machine.next(&two[index], at: at(2))
      #expect(step == .connect(to: 0))
    }
    // The only one that writes.
    machine = HostStateMachine(.replication, hosts: 3)
    for second in 0..<10 { #expect(search(&machine, down: [0], at: Double(second) / 10) == [0]) }
  }

  @Test func `The load is spread over those that answer, whoever comes first`() {
    for turn in 0..<4 {
      var machine = HostStateMachine(.loadbalance, hosts: 4, turn: turn)
      var counts = [0, 0, 0, 0]
      for _ in 0..<20 { for host in search(&machine, at: 0) { counts[host] += 1 } }
      #expect(counts == [5, 5, 5, 5])
      // Who has lost connections gets the next ones.
      for _ in 0..<5 { machine.ended(2) }
      for _ in 0..<5 { #expect(search(&machine, at: 0) == [2]) }
      // And who has failed gets none.
      machine.lost(2, at: at(1))
      for _ in 0..<5 { machine.ended(2) }
      for _ in 0..<10 { #expect(search(&machine, at: 1) != [2]) }
    }
    let firsts = (0..<4).map { turn in
      var machine = HostStateMachine(.loadbalance, hosts: 4, turn: turn)
      return search(&machine, at: 0)
    }
    #expect(Set(firsts).count == 4, "programs that start together don't all begin with the same")
  }

  @Test func `With replicas the first host writes, the others are read, and it stands in for them`() {
    var machine = HostStateMachine(.replication, hosts: 3)
    for _ in 0..<4 { #expect(search(&machine, .writer, at: 0) == [0]) }
    let read = (0..<4).flatMap { _ in search(&machine, .reader, at: 0) }
    #expect(read.sorted() == [1, 1, 2, 2])
    #expect(search(&machine, .reader, down: [1, 2], at: 1).last == 0)
    #expect(search(&machine, .reader, at: 1.5) == [0])
    #expect(search(&machine, .writer, down: [0], at: 1.5) == [0], "no replica writes")
  }

  @Test func `What stands in for the replicas is told when one of them may be tried again, and by one caller`() {
    var machine = HostStateMachine(.replication, hosts: 3)
    #expect(search(&machine, .reader, down: [1, 2], at: 0).last == 0)
    #expect(machine.isStandIn(0, for: .reader) && !machine.isStandIn(0, for: .writer))
    #expect(!machine.isStandIn(1, for: .reader))
    func hasBetter(at seconds: Double) -> Bool { machine.hasBetter(than: 0, for: .reader, at: at(seconds)) }
    #expect(!hasBetter(at: 0.9))
    #expect(hasBetter(at: 1))
    var first = Search(.reader)
    let step = machine.next(&first, at: at(1))
    guard case .connect(let replica) = step else { return #expect(Bool(false), "\(step)") }
    #expect(hasBetter(at: 1), "there is another")
    machine.failed(replica, &first, begunAt: at(1), at: at(1))
    #expect(search(&machine, .reader, down: [1, 2], at: 1).last == 0)
    #expect(!hasBetter(at: 2.9))
    #expect(hasBetter(at: 3))
    #expect(!machine.hasBetter(than: 0, for: .writer, at: at(3)))
    #expect(!machine.hasBetter(than: 1, for: .reader, at: at(3)))
  }

  @Test func `Who turns out to be of no use is denied once, and its connections end`() {
    var machine = HostStateMachine(.sequential, hosts: 2)
    let epoch = machine.epoch(of: 0)
    machine.turned(0, epoch: epoch, at: at(0))
    #expect(machine.epoch(of: 0) != epoch)
    #expect(search(&machine, at: 0.5) == [1])
    // A connection from before it was repaired has nothing to say any more.
    #expect(search(&machine, at: 1.5) == [0])
    machine.turned(0, epoch: epoch, at: at(2))
    #expect(search(&machine, at: 2) == [0])
    #expect(machine.failovers == 1)
  }

  @Test func `Who is unfit is left, looked at like one that fails, and taken back when it is fit`() {
    var machine = HostStateMachine(.sequential, hosts: 2)
    machine.turned(0, epoch: 0, at: at(0))
    #expect(machine.isUnfit(0))
    #expect(search(&machine, unfit: [0], at: 0.5) == [1])
    // It answers, which ends nothing.
    #expect(search(&machine, unfit: [0], at: 1) == [0, 1])
    #expect(search(&machine, unfit: [0], at: 2.9) == [1])
    #expect(search(&machine, unfit: [0], at: 3) == [0, 1])
    #expect(search(&machine, at: 7) == [0])
    #expect(!machine.isUnfit(0))
    #expect(machine.failovers == 1)
  }

  @Test func `Where all are unfit the first is taken as it is, and left once a second to look for a better one`() {
    var machine = HostStateMachine(.sequential, hosts: 2)
    machine.turned(0, epoch: 0, at: at(0))
    machine.turned(1, epoch: 0, at: at(0))
    for _ in 0..<3 { #expect(search(&machine, unfit: [0, 1], at: 0) == [0, 1, 0]) }
    machine.turned(0, epoch: 1, isLastResort: true, at: at(0.9))
    #expect(machine.epoch(of: 0) == 1)
    machine.turned(0, epoch: 1, isLastResort: true, at: at(1))
    #expect(machine.epoch(of: 0) == 2)
    // However long they are denied: all of them answer, so that looking costs little.
    #expect(search(&machine, unfit: [0], at: 1).last == 1)
    #expect(!machine.isUnfit(1))
  }

  @Test func `Where one is unfit, those that could not be reached a moment ago keep nobody waiting`() {
    var machine = HostStateMachine(.sequential, hosts: 3)
    machine.turned(2, epoch: 0, at: at(0))
    #expect(search(&machine, down: [0, 1], unfit: [2], at: 0) == [0, 1, 2, 2])
    for _ in 0..<3 { #expect(search(&machine, down: [0, 1], unfit: [2], at: 0.5) == [2, 2]) }
    #expect(search(&machine, down: [0], unfit: [2], at: 1) == [0, 1])
  }

  @Test func `Where all are denied, whoever was in trouble for a moment only is tried before who is long away`() {
    var machine = HostStateMachine(.sequential, hosts: 2)
    #expect(search(&machine, down: [0], at: 0) == [0, 1])
    #expect(search(&machine, down: [0], at: 1) == [0, 1])
    machine.lost(1, at: at(2.8))
    #expect(search(&machine, at: 2.9) == [1])
    // The same for one that somebody waits for.
    machine = HostStateMachine(.sequential, hosts: 2)
    #expect(search(&machine, down: [0], at: 0) == [0, 1])
    var waiting = Search(.writer)
    let step = machine.next(&waiting, at: at(1))
    #expect(step == .connect(to: 0))
    machine.lost(1, at: at(1.5))
    #expect(search(&machine, at: 1.6) == [1])
  }

  @Test func `Who falls silent is left by all, once`() {
    var machine = HostStateMachine(.loadbalance, hosts: 2)
    machine.lost(0, at: at(0))
    machine.fellSilent(0, epoch: 0, at: at(2))
    machine.fellSilent(0, epoch: 0, at: at(2))
    #expect(machine.epoch(of: 0) == 1)
    #expect(!machine.isUnfit(0))
    #expect(machine.failovers == 1)
  }

  @Test func `A search knows how many hosts are left for it`() {
    var machine = HostStateMachine(.replication, hosts: 3)
    var (writing, reading) = (Search(.writer), Search(.reader))
    #expect(machine.remaining(for: writing) == 1)
    #expect(machine.remaining(for: reading) == 3)
    guard case .connect(let host) = machine.next(&reading, at: at(0)), case .connect = machine.next(&writing, at: at(0))
    else { return #expect(Bool(false), "both have a host") }
    machine.failed(host, &reading, begunAt: at(0), at: at(0))
    #expect(machine.remaining(for: reading) == 2)
  }
}

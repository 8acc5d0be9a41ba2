import ORDAThreads
import Testing

@testable import ORDA

/// Fifty who ask at once, where connecting takes 150 ms, by a clock of the test's own.
@Suite("Many who ask at once")
struct SpikeTests {
  private typealias Connection = PoolSimulation.Connection
  private typealias Request = PoolSimulation.Request
  private typealias Machine = PoolStateMachine<Connection, Request>

  /// What happens at some moment.
  private enum Event {
    case opened
    case givenBack(Connection)
    case reconsidered
  }

  /// A pool, and what is to happen to it, the earliest first.
  private struct Spike {
    var machine: Machine
    let use: Duration
    var now = MonotonicTime.start
    var events: [(time: MonotonicTime, event: Event)] = []
    var openings = 0
    private var served = 0
    private var asked = 0

    init(_ machine: Machine, use: Duration) {
      self.machine = machine
      self.use = use
    }

    /// Has so many ask, each again when it was served, and goes on until that has been done as often as is said, or once each.
    ///
    /// - Returns: How long that took.
    mutating func play(_ count: Int, times: Int? = nil) -> Duration {
      let (start, times) = (now, times ?? count)
      served = 0
      asked = 0
      while asked < count { ask() }
      while served < times, let first = next() {
        play(first)
        if case .givenBack = first, asked < times { ask() }
      }
      #expect(served == times)
      return now - start
    }

    /// Goes on until nothing is to happen any more.
    mutating func settle() {
      while let event = next() { play(event) }
    }

    private mutating func next() -> Event? {
      guard !events.isEmpty else { return nil }
      let first = events.removeFirst()
      now = first.time
      return first.event
    }

    private mutating func ask() {
      asked += 1
      switch machine.lease(Request(at: now), at: now) {
      case .use(let connection): lend(connection)
      case .wait(let openings): begin(openings)
      case .queue: Issue.record("any number may work")
      case .refuse: Issue.record("nothing is closed")
      }
    }

    private mutating func play(_ event: Event) {
      switch event {
      case .opened:
        let connection = Connection()
        if case .hand(_, let openings) = machine.opened(connection, begunIn: 0, after: .milliseconds(150), at: now) {
          lend(connection)
          begin(openings)
        }
      case .givenBack(let connection):
        served += 1
        if case .hand = machine.giveBack(connection, at: now) { lend(connection) }
      case .reconsidered: begin(machine.reconsider(at: now))
      }
    }

    private mutating func lend(_ connection: Connection) { add(.givenBack(connection), after: use) }

    private mutating func begin(_ openings: Machine.Openings) {
      self.openings += openings.count
      for _ in 0..<openings.count { add(.opened, after: .milliseconds(150)) }
      if let moment = openings.continuesAfter { add(.reconsidered, after: moment) }
    }

    private mutating func add(_ event: Event, after duration: Duration) {
      let time = now + duration
      events.insert((time, event), at: events.firstIndex { $0.time > time } ?? events.count)
    }
  }

  @Test("Where statements take 2 ms, few connections serve all", arguments: [0, 1])
  func shortStatements(idle: Int) {
    let connections = (0..<idle).map { _ in Connection() }
    var spike = Spike(Machine(PoolLimits(maximum: 50), idle: connections), use: .milliseconds(2))
    #expect(spike.play(50) <= .milliseconds(205))
    #expect(spike.openings <= 10)
    // The second time there is something to go by.
    let openings = spike.openings
    spike.settle()
    #expect(spike.play(50) <= .milliseconds(20))
    #expect(spike.openings == openings)
  }

  @Test("Where statements take 500 ms, everybody gets a connection of his own")
  func longStatements() {
    let idle = (0..<5).map { _ in Connection() }
    var spike = Spike(Machine(PoolLimits(maximum: 50, minimum: 5), idle: idle), use: .milliseconds(500))
    #expect(spike.play(50) <= .milliseconds(690))
    #expect(spike.openings == 45)
  }

  @Test("Where a queue does not end, connections are opened for it, however soon each of them is served")
  func lastingQueue() {
    let idle = (0..<5).map { _ in Connection() }
    var spike = Spike(Machine(PoolLimits(maximum: 50), idle: idle), use: .milliseconds(2))
    spike.machine.tally.noteUse(of: 2_000_000)
    spike.machine.tally.noteOpening(of: 150_000_000)
    _ = spike.play(300)
    #expect(spike.openings == 0)
    _ = spike.play(50, times: 1000)
    #expect(spike.openings == 45)
  }
}

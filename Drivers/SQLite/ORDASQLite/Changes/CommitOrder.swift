/// Puts the commits of several connections in the order in which the database made them, and notices those of
/// strangers.
///
/// A connection takes a ticket while it holds the lock that only one writer can have, so tickets are in the order of
/// the commits. Whether the commit succeeded, and what it changed, is known only after that lock is gone, when another
/// connection may have committed too. So a commit is reported only once every earlier ticket is reported or undone.
///
/// The database counts everybody's commits. A ticket notes the count that it found: if it differs from the one that the
/// previous ticket left behind, a stranger has committed in between. That is decided only once the earlier tickets are
/// settled, since a commit that wrote nothing is not counted.
struct CommitOrder<Payload: Sendable>: Sendable {
  /// What is reported, in order.
  enum Event: Sendable {
    /// Somebody else has committed.
    case stranger
    /// A ticket's commit.
    case commit(ticket: Int, Payload)
  }

  /// What a look at the count revealed.
  enum Look: Sendable, Hashable {
    case nothingNew, stranger
    /// Some ticket is open; the next look will decide.
    case undecided
  }

  private enum Outcome: Sendable {
    case open, undone
    case done(Payload, wrote: Bool)
  }

  private struct Ticket: Sendable {
    var number: Int
    var base: UInt32?
    var outcome = Outcome.open
  }

  /// How many commits may wait for an open ticket. Then it is given up: its holder may never come back.
  private static var longestQueue: Int { 1000 }

  /// The count after the last commit that was reported; nil if nobody counts.
  private(set) var known: UInt32?
  private var tickets: [Ticket] = []
  /// The number of the last ticket.
  private(set) var lastNumber = 0

  init() {}

  /// True while a commit is under way, or waits for one that is.
  var isBusy: Bool { !tickets.isEmpty }

  /// True if a ticket was reported, undone or given up.
  func isSettled(_ number: Int) -> Bool { !tickets.contains { $0.number == number } }

  /// Takes a ticket; call it only while no other connection can commit.
  ///
  /// - Parameter base: The count of commits now, before this one; nil if it can't be read.
  /// - Returns: The ticket's number, and whether a stranger may have committed since the one before it.
  mutating func take(base: UInt32?) -> (number: Int, mayFollowStranger: Bool) {
    lastNumber += 1
    let expected = tickets.last?.base ?? known
    let highest = tickets.isEmpty ? 0 : UInt32(1)
    let isExpected = expected.flatMap { expected in base.map { $0 &- expected <= highest } } ?? true
    tickets.append(Ticket(number: lastNumber, base: base))
    return (lastNumber, !isExpected)
  }

  /// A ticket's commit failed.
  mutating func cancel(_ number: Int) -> [Event] { settle(number, .undone) }

  /// A ticket's commit succeeded.
  ///
  /// - Parameter wrote: True if it wrote to the file at all.
  mutating func complete(_ number: Int, _ payload: Payload, wrote: Bool) -> [Event] {
    settle(number, .done(payload, wrote: wrote))
  }

  /// Looks at the count of commits.
  ///
  /// - Parameter last: ``lastNumber`` before the count was read: a ticket taken since may be counted or not.
  mutating func look(at count: UInt32, since last: Int) -> Look {
    guard tickets.isEmpty, lastNumber == last else { return .undecided }
    let before = known
    known = count
    return before == nil || before == count ? .nothingNew : .stranger
  }

  /// Forgets the count: nobody watches any more.
  mutating func stopCounting() { known = nil }

  private mutating func settle(_ number: Int, _ outcome: Outcome) -> [Event] {
    guard let place = tickets.firstIndex(where: { $0.number == number }) else { return [] }
    tickets[place].outcome = outcome
    var events: [Event] = []
    while let ticket = tickets.first {
      if case .open = ticket.outcome {
        guard tickets.count > Self.longestQueue else { break }
        tickets.removeFirst()
        events.append(.stranger)
        continue
      }
      tickets.removeFirst()
      if let base = ticket.base {
        if let known, known != base { events.append(.stranger) }
        known = base
      }
      if case .done(let payload, let wrote) = ticket.outcome {
        if wrote { known = known.map { $0 &+ 1 } }
        events.append(.commit(ticket: ticket.number, payload))
      }
    }
    return events
  }
}

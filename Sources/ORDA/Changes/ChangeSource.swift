/// Where the changes that a governor tells of come from: an ability that a driver may have.
///
/// The driver makes one for each governor and gives it to the ``ConnectionGovernor``. The governor asks it to follow some
/// tables when the first listener comes, and nothing any more when the last one went. What happens in between is the
/// driver's business: SQLite sets hooks on its connections and watches the file, a server's driver reads its log on a
/// thread, another may be called by its database.
///
/// Whatever it learns it hands to the ``ChangeFeed``, from any thread, after the commit and in the order of the commits.
/// Where it missed something, or can't tell exactly, it says so by ``ChangeBatch/unknown``: what depends on it is then
/// read again. A change that was rolled back is never handed over.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol ChangeSource: AnyObject, Sendable {
  /// What is in force, or what is known of what would be as soon as somebody listens. Asked at any time, on any thread; it
  /// must not block, and answers ``ChangeCoverage/Reach/unknown`` where only the database could tell.
  var coverage: ChangeCoverage { get }

  /// The same, where the database may be asked: it may block. The default is ``coverage``.
  func findCoverage() -> ChangeCoverage

  /// Follows these tables from now on, instead of those before; with ``ChangeInterest/nothing`` it stops and lets go of
  /// all that following takes. Commits that begin after it has returned are told. Called by one thread at a time; it may
  /// block. Changes of other tables may be handed over too, and are ignored.
  ///
  /// - Throws: What keeps it from following. It does not throw where it stops.
  func follow(_ interest: ChangeInterest, _ feed: ChangeFeed) throws(DatabaseError)

  /// A table's full name as the database compares names: the schema filled in, capitals folded where they do not count.
  func identity(of table: TableName) -> TableName

  /// False if what the database changes by itself, because a foreign key says CASCADE, SET NULL or SET DEFAULT, is not
  /// told: rows that depend on a changed one are then read again. The default is true.
  var tellsCascades: Bool { get }

  /// How long it goes on when the last listener has gone, so that whoever listens soon after need not wait until it has
  /// begun anew. It ends at once where the governor closes. The default is zero.
  var lingering: Duration { get }

  /// Returns when a statement that begins now sees all that was handed over before. Asked before rows are read that have to
  /// be as new as what was told of them, on any thread; it may block for a moment, and gives up after a second. The default
  /// does nothing: most databases tell of a commit when everybody can see it. A server's log may be read before.
  func waitUntilVisible()

  /// Returns true when all that everybody can see by now was handed over, and false if that can't be known now: it is
  /// asked again in a while then. Asked before a row that is not found any more is taken for deleted, since it may have
  /// another key now; on any thread that is in no transaction of the governor. It may block for a moment. The default is
  /// true, which is right where a commit is told before anybody can see it.
  func catchUp() -> Bool
}

extension ChangeSource {
  /// Nothing needs to be asked.
  public func findCoverage() -> ChangeCoverage { coverage }
  /// It ends with the last listener.
  public var lingering: Duration { .zero }
  /// They are told like all others.
  public var tellsCascades: Bool { true }
  /// Does nothing.
  public func waitUntilVisible() {}
  /// Everything is told at once.
  public func catchUp() -> Bool { true }
}

/// Where a ``ChangeSource`` hands over what it learned.
public struct ChangeFeed: Sendable {
  let hub: ChangeHub

  /// Hands a batch over. It is applied when this returns; those who listen are called later, on another thread, or by a
  /// batch of origin `governor` on the thread that committed it, once it has given its connection back.
  public func publish(_ batch: ChangeBatch) { hub.publish(batch) }

  /// False if everybody who listens to a table wants to hear nothing of transactions of this mark: a source that asks may
  /// spare itself the rows, and tell only that the table changed.
  ///
  /// - Parameters:
  ///   - table: The table's identity.
  ///   - mark: What the transaction is marked with.
  public func isWanted(_ table: TableName, marked mark: ChangeMark) -> Bool { hub.isWanted(table, marked: mark) }
}

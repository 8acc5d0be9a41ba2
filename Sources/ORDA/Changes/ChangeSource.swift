/// The source of the changes that a governor reports: an ability that a driver may have.
///
/// The driver makes one for each governor and gives it to the ``ConnectionGovernor``. The governor asks it to follow
/// some tables when the first listener comes, and nothing any more when the last one has gone. What happens in between
/// is up to the driver: SQLite sets hooks on its connections and watches the file, a server's driver reads its log on a
/// thread, another may be called by its database.
///
/// Whatever it learns it passes to the ``ChangeFeed``, from any thread, after the commit and in the order of the
/// commits. If it missed something, or can't tell exactly, it says so with ``ChangeBatch/unknown``: whatever depends on
/// it is then read again. A change that was rolled back is never passed on.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol ChangeSource: AnyObject, Sendable {
  /// The current state, or as far as known the state as soon as somebody listens. Asked at any time, on any thread; it
  /// must not block, and returns ``ChangeCoverage/Reach/unknown`` if only the database could tell.
  var coverage: ChangeCoverage { get }

  /// The same, but it may ask the database, and block. The default is ``coverage``.
  func findCoverage() -> ChangeCoverage

  /// Follows these tables from now on, instead of the earlier ones; with ``ChangeInterest/nothing`` it stops and
  /// releases everything that following takes. Commits that begin after it has returned are reported. Called by one
  /// thread at a time; it may block. Changes of other tables may be passed on too, and are ignored.
  ///
  /// - Throws: What prevents it from following. It does not throw when it stops.
  func follow(_ interest: ChangeInterest, _ feed: ChangeFeed) throws(DatabaseError)

  /// A table's full name as the database compares names: with the schema, and case folded where it does not count.
  func identity(of table: TableName) -> TableName

  /// False if changes that the database makes by itself, because a foreign key says CASCADE, SET NULL or SET DEFAULT,
  /// are not reported: rows that depend on a changed one are then read again. The default is true.
  var tellsCascades: Bool { get }

  /// How long it continues when the last listener has gone, so that whoever listens soon after need not wait until it
  /// has begun again. When the governor closes it ends at once. The default is zero.
  var lingering: Duration { get }

  /// Returns once a statement that begins now sees everything passed on before. Called before rows are read that must
  /// be as new as the reports about them, on any thread; it may block for a moment, and gives up after a second. The
  /// default does nothing: most databases report a commit when everybody can see it. A server's log may be read
  /// earlier.
  func waitUntilVisible()

  /// Returns true once everything that everybody can see by now was passed on, and false if that can't be known now:
  /// then it is called again in a while. Called before a row that is no longer found is taken for deleted, since it may
  /// have another key now; on any thread that is in no transaction of the governor. It may block for a moment. The
  /// default is true, which is right if a commit is reported before anybody can see it.
  func catchUp() -> Bool
}

extension ChangeSource {
  /// There is nothing to ask.
  public func findCoverage() -> ChangeCoverage { coverage }
  /// It ends with the last listener.
  public var lingering: Duration { .zero }
  /// They are reported like all others.
  public var tellsCascades: Bool { true }
  /// Does nothing.
  public func waitUntilVisible() {}
  /// Everything is reported at once.
  public func catchUp() -> Bool { true }
}

/// Where a ``ChangeSource`` passes on what it learned.
public struct ChangeFeed: Sendable {
  let hub: ChangeHub

  /// Passes a batch on. It is applied when this returns; listeners are called later, on another thread, or for a batch
  /// of origin `governor` on the thread that committed it, once that has returned its connection.
  public func publish(_ batch: ChangeBatch) { hub.publish(batch) }

  /// False if all listeners to a table ignore transactions with this mark: a source that asks can save itself the rows,
  /// and only report that the table changed.
  ///
  /// - Parameters:
  ///   - table: The table's identity.
  ///   - mark: The transaction's mark.
  public func isWanted(_ table: TableName, marked mark: ChangeMark) -> Bool { hub.isWanted(table, marked: mark) }
}

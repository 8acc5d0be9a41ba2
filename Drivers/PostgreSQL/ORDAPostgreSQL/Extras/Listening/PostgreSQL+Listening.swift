public import ORDA
internal import ORDAThreads

extension PostgreSQL {
  /// Listens to channels, and returns what is sent to them by NOTIFY, by any program.
  ///
  /// ```swift
  /// for await event in try await PostgreSQL.listen(to: "jobs", on: db) {
  ///   switch event {
  ///   case .received(let notification): print(notification.payload)
  ///   case .missed: break  // look for yourself what there is to do
  ///   }
  /// }
  /// ```
  ///
  /// It has a connection of its own, beside those of the governor, and keeps it as long as somebody holds the sequence
  /// or an iterator of it, also when the governor is closed. What is sent after this has returned is heard. If the
  /// connection is lost another one is made, as often as it takes.
  ///
  /// - Parameters:
  ///   - channels: The channels' names, as they are: capitals count.
  ///   - db: A governor of this driver.
  ///   - buffer: How many notifications are kept for a slow reader, at least one; if there are more, they are dropped,
  ///     and one event says so.
  /// - Throws: `DatabaseError` as connecting does; `unsupported` for another driver's governor; `misuse` without
  ///   channels, or for a name that the server would shorten.
  public static func listen(
    to channels: String..., on db: any Governor, buffer: Int = 1000
  ) throws -> Notifications {
    try listening(to: channels, on: db, buffer: buffer)
  }

  /// The same, without blocking the task's thread while it connects.
  public static func listen(
    to channels: String..., on db: any Governor, buffer: Int = 1000
  ) async throws -> Notifications {
    try await withCheckedThrowingContinuation { continuation in
      let job: @Sendable () -> Void = {
        continuation.resume(with: Result { try listening(to: channels, on: db, buffer: buffer) })
      }
      if !DetachedThread.start(job) { job() }
    }
  }

  /// The most bytes that a name has.
  private static let longestName = 63

  private static func listening(
    to channels: [String], on db: any Governor, buffer: Int
  ) throws -> Notifications {
    guard !channels.isEmpty else { throw DatabaseError(.misuse, "no channel is named to listen to") }
    for channel in channels {
      let count = channel.utf8.count
      guard count > 0, count <= longestName, !channel.utf8.contains(0) else {
        throw DatabaseError(.misuse, "a channel's name has from 1 to \(longestName) bytes, and no NUL")
      }
    }
    guard db.driverName == PostgreSQLDriver().name else {
      throw DatabaseError(.unsupported, "notifications are PostgreSQL's; \(db.driverName) has none")
    }
    var settings: PostgreSQLSettings?
    try db.lease(LeaseRequest(role: .writer)) { connection in
      settings = try connection.withDriver(PostgreSQLConnection.self) { $0.settings }
    }
    guard let settings else { throw DatabaseError(.misuse, "the connection was not used") }
    if settings.poolsTransactions {
      throw DatabaseError(
        .unsupported,
        "listening needs a dedicated session, which pooler=transaction excludes; open a governor without the pooler"
      )
    }
    let events = NotificationBuffer(capacity: max(1, buffer))
    let reader = try NotificationReader(settings, channels) { news in
      switch news {
      case .notified(let channel, let payload, let processID):
        events.add(.received(Notification(channel: channel, payload: payload, processID: processID)))
      case .missed(let reason): events.add(.missed(reason))
      }
    }
    return Notifications(NotificationListening(reader, events))
  }

  /// What a listener hears.
  public enum NotificationEvent: Sendable, Hashable {
    /// Somebody has sent a notification.
    case received(Notification)
    /// Notifications may have been missed, with the reason: the connection was lost, and is there again, or they were
    /// read too slowly. What is sent from now on is heard.
    case missed(String)
  }

  /// A notification, sent by NOTIFY or `pg_notify`.
  public struct Notification: Sendable, Hashable {
    /// The channel.
    public let channel: String
    /// The text that was sent with it; empty if there was none.
    public let payload: String
    /// The server's process that has sent it.
    public let processID: Int
  }

  /// Notifications as an asynchronous sequence, in bounded memory, in the order in which they were sent.
  ///
  /// It ends when the task is cancelled. Listening ends when the last copy of the sequence and the last iterator are
  /// released. Several iterators share the notifications: each gets those that no other one took.
  public struct Notifications: AsyncSequence, Sendable {
    /// What was heard.
    public typealias Element = NotificationEvent
    /// It never fails.
    public typealias Failure = Never

    private let listening: NotificationListening

    init(_ listening: NotificationListening) { self.listening = listening }

    /// A reader of what was not read yet.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(listening: listening) }

    /// One reader.
    public struct AsyncIterator: AsyncIteratorProtocol {
      let listening: NotificationListening

      /// The next event; nil once the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> NotificationEvent? {
        await listening.buffer.next()
      }

      /// The next event; nil once the task is cancelled.
      public mutating func next() async -> NotificationEvent? { await next(isolation: #isolation) }
    }
  }
}

/// A reader that stops when nobody holds it any more.
final class NotificationListening: Sendable {
  private let reader: NotificationReader
  let buffer: NotificationBuffer

  init(_ reader: NotificationReader, _ buffer: NotificationBuffer) {
    self.reader = reader
    self.buffer = buffer
  }

  deinit {
    reader.stop()
    buffer.end()
  }
}

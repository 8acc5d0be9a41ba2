/// A connection whose database keeps a log of changes that readers can prevent from being cleaned up.
///
/// A driver's connection may conform to it beside ``DriverConnection``. The core asks it after writes, at most every
/// few seconds, and warns of readers that have been open for long while the log outgrows its limit.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol LogKeepingConnection {
  /// The size of the log in bytes and its intended limit; nil if it is within that, or not known. Called by the thread
  /// that holds the connection, between two statements; it must be cheap.
  var overgrownLog: (size: Int64, limit: Int64)? { get }
}

/// Rows that are being read on a scope's connection, and end with the scope at the latest.
protocol OpenReading: AnyObject {
  /// Resets the statement and returns what was held; does nothing the second time.
  ///
  /// - Returns: The error to throw.
  func finish(_ failure: (any Error)?) -> (any Error)?
}

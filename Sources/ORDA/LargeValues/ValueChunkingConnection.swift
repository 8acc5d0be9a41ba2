/// A connection that can read and write one value in chunks, so that a large one need not fit into memory.
///
/// A driver's connection may conform to it beside ``DriverConnection``. Both functions are called in a transaction, and
/// may return nil if this value can't be read or written like this: then the core uses statements, with the whole value
/// in memory.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol ValueChunkingConnection: AnyObject {
  /// Opens a value for reading from its beginning.
  ///
  /// - Parameters:
  ///   - place: The place of the value.
  ///   - chunkSize: The maximum size of a chunk in bytes, at least 1.
  /// - Throws: ``ValuePlace/noSuchRow`` and ``ValuePlace/severalRows``, and the database's errors.
  func valueReader(at place: ValuePlace, chunkSize: Int) throws(DatabaseError) -> (any DriverValueReader)?

  /// Opens a place whose value is to be replaced.
  ///
  /// - Parameters:
  ///   - place: The place of the value.
  ///   - count: How many bytes will come; nil if nobody knows.
  /// - Throws: ``ValuePlace/noSuchRow`` and ``ValuePlace/severalRows``, and the database's errors.
  func valueWriter(at place: ValuePlace, count: Int?) throws(DatabaseError) -> (any DriverValueWriter)?
}

/// A value that a driver has opened for reading.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol DriverValueReader: AnyObject {
  /// How many bytes the value has; nil for NULL.
  var count: Int? { get }
  /// The next chunk, valid until the next call; empty at the end.
  func next() throws(DatabaseError) -> UnsafeRawBufferPointer
  /// Releases what reading takes; called once.
  func close()
}

/// A place that a driver has opened for writing.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol DriverValueWriter: AnyObject {
  /// Takes the next bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(DatabaseError)
  /// Called when all bytes have come: from now on they are the value.
  func finish() throws(DatabaseError)
  /// Releases what writing takes; called once, and the last call if something was thrown.
  func close()
}

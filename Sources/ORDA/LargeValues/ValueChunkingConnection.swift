/// A connection that can read and write one value in chunks, so that a large one need not fit into memory.
///
/// A driver's connection may conform to it beside ``DriverConnection``. Both functions are called in a transaction, and may
/// give nil if this value can't be read or written so: the core then does it by statements, with the whole value in
/// memory.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol ValueChunkingConnection: AnyObject {
  /// Opens a value to be read from its beginning.
  ///
  /// - Parameters:
  ///   - place: Where the value lies.
  ///   - chunkSize: The most bytes of a chunk, at least 1.
  /// - Throws: ``ValuePlace/noSuchRow`` and ``ValuePlace/severalRows``, and what the database says.
  func valueReader(at place: ValuePlace, chunkSize: Int) throws(DatabaseError) -> (any DriverValueReader)?

  /// Opens a place whose value is to be replaced.
  ///
  /// - Parameters:
  ///   - place: Where the value lies.
  ///   - count: How many bytes will come; nil if nobody knows.
  /// - Throws: ``ValuePlace/noSuchRow`` and ``ValuePlace/severalRows``, and what the database says.
  func valueWriter(at place: ValuePlace, count: Int?) throws(DatabaseError) -> (any DriverValueWriter)?
}

/// One value that a driver has opened to be read.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol DriverValueReader: AnyObject {
  /// How many bytes the value has; nil for NULL.
  var count: Int? { get }
  /// The next chunk, valid until the next call; empty at the end.
  func next() throws(DatabaseError) -> UnsafeRawBufferPointer
  /// Lets go of what reading takes; called once.
  func close()
}

/// One place that a driver has opened to be written.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol DriverValueWriter: AnyObject {
  /// Takes the next bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(DatabaseError)
  /// All have come: from now on they are the value.
  func finish() throws(DatabaseError)
  /// Lets go of what writing takes; called once, and the end also where something was thrown.
  func close()
}

import ORDA

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A column of an entry, beside a property of an object that any thread may use.
@MainActor
enum Reads {
  /// How many objects are read, one after the other.
  private static let objects = 1000

  /// How many reads one round makes.
  static func count(_ data: LiveData) -> Int { data.count * 10 }

  /// A value behind a lock.
  static func floorValue(_ data: LiveData) throws -> Side {
    let tracks = try rows(data).map { LockedTrack($0) }
    return side(data, tracks) { track in if case .text(let name) = track.value { name.utf8.count } else { 0 } }
  }

  /// A text behind a lock.
  static func floorText(_ data: LiveData) throws -> Side {
    side(data, try rows(data).map { LockedTrack($0) }) { $0.name.utf8.count }
  }

  static func untyped(_ data: LiveData) throws -> Side {
    let entries = try LiveData.open(data.library).table("track").select(where: "id <= \(objects)").map { $0 }
    return side(data, entries) { entry in
      if case .text(let name) = entry["name"] as Value { name.utf8.count } else { 0 }
    }
  }

  static func typed(_ data: LiveData) throws -> Side {
    let tracks = try LiveData.open(data.library).table(Tracks.self).select { $0.id <= objects }
    return side(data, tracks) { $0.name.utf8.count }
  }

  private static func rows(_ data: LiveData) throws -> [TrackRow] {
    try LiveData.open(data.library).query(TrackRow.self, "SELECT * FROM track WHERE id <= \(objects)")
  }

  @inline(__always)
  private static func side<Object>(
    _ data: LiveData, _ objects: [Object], read: @escaping @MainActor (Object) -> Int
  ) -> Side {
    Side(
      run: {
        var total = 0
        // Each is held while it is read: to take it out of the array is no part of that.
        for object in objects {
          for _ in 0..<(count(data) / objects.count) { total += read(object) }
        }
        return total
      },
      checksum: { UInt64($0) })
  }
}

/// An object with properties behind a lock: the mutex and what it guards lie in one piece of memory, as in ORDA's entries.
private final class LockedTrack: @unchecked Sendable {
  // Proof: the values never change, and are read under the mutex as if they did.
  private typealias Storage = ManagedBuffer<TrackValues, pthread_mutex_t>

  private struct TrackValues {
    var value: Value
    var name: String
  }

  private final class Buffer: ManagedBuffer<TrackValues, pthread_mutex_t> {
    deinit { _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) } }
  }

  private let storage: Storage

  init(_ row: TrackRow) {
    let values = TrackValues(value: .text(row.name), name: row.name)
    storage = Buffer.create(minimumCapacity: 1) { _ in values }
    storage.withUnsafeMutablePointerToElements { mutex in
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    }
  }

  var value: Value { withLock { $0.value } }
  var name: String { withLock { $0.name } }

  @inline(__always)
  private func withLock<R>(_ body: (inout TrackValues) -> R) -> R {
    let mutex = storage.withUnsafeMutablePointerToElements { $0 }
    let values = storage.withUnsafeMutablePointerToHeader { $0 }
    pthread_mutex_lock(mutex)
    defer {
      pthread_mutex_unlock(mutex)
      withExtendedLifetime(storage) {}
    }
    return body(&values.pointee)
  }
}

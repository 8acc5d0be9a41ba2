internal import ORDA

/// Follows the objects of an entity, and rows that may become objects: a list.
@MainActor
protocol ObjectFollower: AnyObject {
  /// Columns or relationships of an object have other values now; all of them if it is new.
  func changed(_ object: any DataObject, _ columns: ColumnSet, of table: any ObjectTable)
  /// Rows have changed; which, isn't known, or they aren't live objects.
  func changed(rowsOf table: any ObjectTable)
  /// Somebody else has committed something.
  func heard(_ batch: ChangeBatch)
  /// The store is closed.
  func close()
}

/// Followers, each for as long as somebody else holds it.
@MainActor
struct ObjectFollowers {
  private struct Place {
    weak var follower: (any ObjectFollower)?
  }

  private var places: [Place] = []

  var isEmpty: Bool { places.isEmpty }

  mutating func add(_ follower: any ObjectFollower) {
    places.removeAll { $0.follower == nil }
    places.append(Place(follower: follower))
  }

  func changed(_ object: any DataObject, _ columns: ColumnSet, of table: any ObjectTable) {
    for place in places { place.follower?.changed(object, columns, of: table) }
  }

  func changed(rowsOf table: any ObjectTable) {
    for place in places { place.follower?.changed(rowsOf: table) }
  }

  func heard(_ batch: ChangeBatch) { for place in places { place.follower?.heard(batch) } }

  func close() { for place in places { place.follower?.close() } }
}

import DequeModule

/// A queue that can be left from any place, at the same small cost however many wait.
struct RequestQueue<Request: AnyObject> {
  /// The waiters, with gaps left by those who have gone. The first is never a gap.
  private var places: Deque<Request?> = []
  /// How many places there were before the first one of ``places``.
  private var passed = 0
  /// The place of each one, counted from the first place ever.
  private var positions: [ObjectIdentifier: Int] = [:]

  /// How many wait.
  var count: Int { positions.count }
  var isEmpty: Bool { positions.isEmpty }
  /// The one that has waited for the longest time.
  var first: Request? { places.first ?? nil }
  /// Those who wait, in order.
  var all: [Request] { places.compactMap(\.self) }

  /// Adds one to the end.
  mutating func append(_ request: Request) {
    positions[ObjectIdentifier(request)] = passed + places.count
    places.append(request)
  }

  /// Removes the first.
  mutating func popFirst() -> Request? {
    guard let first = places.popFirst(), let request = first else { return nil }
    passed += 1
    positions[ObjectIdentifier(request)] = nil
    skipGaps()
    return request
  }

  /// Removes one; false if it does not wait.
  mutating func remove(_ request: Request) -> Bool {
    guard let position = positions.removeValue(forKey: ObjectIdentifier(request)) else { return false }
    places[position - passed] = nil
    skipGaps()
    if places.count > 2 * positions.count + 16 { close() }
    return true
  }

  private mutating func skipGaps() {
    while let first = places.first, first == nil {
      places.removeFirst()
      passed += 1
    }
  }

  /// Closes the gaps: otherwise a first one that waits for long would keep them all.
  private mutating func close() {
    passed = 0
    places = Deque(all)
    for (position, request) in places.enumerated() {
      if let request { positions[ObjectIdentifier(request)] = position }
    }
  }
}

/// Actions with due times: finds the earliest, and drops any, in logarithmic time.
///
/// A binary heap of places. An alarm's number consists of its place and how often that was used before, so an old
/// number never drops a new alarm.
struct AlarmQueue<Action> {
  private struct Place {
    var due: MonotonicTime
    /// Nil if the place is free.
    var action: Action?
    /// Its position in the heap.
    var position: Int
    /// How often it was used before.
    var age: Int
  }

  private var places: [Place] = []
  private var free: [Int] = []
  /// Places, none of them due earlier than the one above it, which is at half its index.
  private var heap: [Int] = []

  /// How many there are.
  var count: Int { heap.count }

  /// When the earliest is due; nil if there is none.
  var nextDue: MonotonicTime? { heap.first.map { places[$0].due } }

  /// The number of actions that are due by a time.
  func count(dueBy limit: MonotonicTime) -> Int { heap.count { places[$0].due <= limit } }

  /// Adds an action and returns its number.
  mutating func insert(_ action: Action, due: MonotonicTime) -> Int {
    let place: Int
    if let used = free.popLast() {
      place = used
      places[place] = Place(due: due, action: action, position: heap.count, age: (places[place].age + 1) & 0x7FFF_FFFF)
    } else {
      place = places.count
      places.append(Place(due: due, action: action, position: heap.count, age: 0))
    }
    heap.append(place)
    rise(from: heap.count - 1)
    return places[place].age << 32 | place
  }

  /// True until it is taken or removed.
  func contains(_ number: Int) -> Bool { place(of: number) != nil }

  /// Takes the earliest.
  mutating func takeFirst() -> Action? {
    guard let first = heap.first else { return nil }
    return take(first)
  }

  /// Removes one by its number; nil if it was taken or removed before.
  @discardableResult
  mutating func remove(_ number: Int) -> Action? { place(of: number).flatMap { take($0) } }

  private func place(of number: Int) -> Int? {
    let place = number & 0xFFFF_FFFF
    guard number >= 0, place < places.count, places[place].action != nil else { return nil }
    return places[place].age << 32 | place == number ? place : nil
  }

  private mutating func take(_ place: Int) -> Action? {
    let action = places[place].action
    let position = places[place].position
    places[place].action = nil
    free.append(place)
    let last = heap.removeLast()
    if position < heap.count {
      heap[position] = last
      places[last].position = position
      rise(from: position)
      sink(from: places[last].position)
    }
    return action
  }

  private func isEarlier(_ left: Int, _ right: Int) -> Bool { places[heap[left]].due < places[heap[right]].due }

  private mutating func swap(_ left: Int, _ right: Int) {
    heap.swapAt(left, right)
    places[heap[left]].position = left
    places[heap[right]].position = right
  }

  private mutating func rise(from start: Int) {
    var position = start
    while position > 0, isEarlier(position, (position - 1) / 2) {
      swap(position, (position - 1) / 2)
      position = (position - 1) / 2
    }
  }

  private mutating func sink(from start: Int) {
    var position = start
    while true {
      var earliest = position
      for child in 2 * position + 1...2 * position + 2 where child < heap.count && isEarlier(child, earliest) {
        earliest = child
      }
      if earliest == position { return }
      swap(position, earliest)
      position = earliest
    }
  }
}

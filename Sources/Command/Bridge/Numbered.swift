import ORDA

/// Things that a client refers to by number: statements, cursors. Numbers are never reused.
struct Numbered<Element> {
  /// The maximum number at a time: what a client forgets to close must not fill the memory.
  static var limit: Int { 1000 }

  /// The name of one in messages.
  let noun: String
  private var elements: [Int: Element] = [:]
  private var last = 0

  init(noun: String) { self.noun = noun }

  /// - Throws: An error of kind `misuse` if there are too many.
  mutating func add(_ element: Element) throws(DatabaseError) -> Int {
    guard elements.count < Self.limit else {
      throw DatabaseError(.misuse, "\(Self.limit) \(noun)s are open; close those that are done with")
    }
    last += 1
    elements[last] = element
    return last
  }

  /// - Throws: An error of kind `misuse` if there is none with that number.
  func element(_ number: Int) throws(DatabaseError) -> Element {
    guard let element = elements[number] else {
      throw DatabaseError(.misuse, "no \(noun) \(number) is open")
    }
    return element
  }

  mutating func remove(_ number: Int) { elements[number] = nil }

  mutating func removeAll(where isGone: (Element) -> Bool) {
    if elements.isEmpty { return }
    elements = elements.filter { !isGone($0.value) }
  }
}

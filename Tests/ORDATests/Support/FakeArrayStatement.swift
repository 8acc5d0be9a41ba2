import ORDA

/// A ``FakeStatement`` that runs the elements of a batch some at a time.
final class FakeArrayStatement: FakeStatement, ArrayBindingStatement {
  private let arraySize: Int
  private var elements: [[Value]] = []
  private var start = 0
  private var changed = 0

  init(_ request: PrepareRequest, _ connection: FakeConnection, arraySize: Int) {
    self.arraySize = arraySize
    super.init(request, connection)
  }

  func beginBatch() -> Bool {
    elements = []
    start = 0
    changed = 0
    return arraySize > 0
  }

  func addElement() throws(DatabaseError) {
    elements.append(values)
    super.reset()
    if elements.count == arraySize { try runAll() }
  }

  func endBatch() throws(DatabaseError) -> Int {
    try runAll()
    return changed
  }

  private func runAll() throws(DatabaseError) {
    if elements.isEmpty { return }
    note("array of \(elements.count)")
    for (index, element) in elements.enumerated() {
      for (place, value) in element.enumerated() { bind(value, at: place) }
      do {
        while try step() {}
      } catch {
        var error = error
        error.batchIndex = start + index
        throw error
      }
      changed += outcome().changed ?? 0
      super.reset()
    }
    start += elements.count
    elements = []
  }
}

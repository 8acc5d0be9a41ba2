import ORDA

/// A ``ScriptedHandle`` that runs the elements of a batch several at a time.
final class ScriptedArrayHandle: ScriptedHandle, ArrayBindingStatement {
  private let arraySize: Int
  private var elements: [[Value]] = []
  private var start = 0
  private var changed = 0

  init(_ request: PrepareRequest, on connection: ScriptedConnection, arraySize: Int) throws(DatabaseError) {
    self.arraySize = arraySize
    try super.init(request, on: connection)
  }

  func beginBatch() -> Bool {
    elements = []
    start = 0
    changed = 0
    return arraySize > 0
  }

  func addElement() throws(DatabaseError) {
    elements.append(bound)
    super.reset()
    if elements.count == arraySize { try runAll() }
  }

  func endBatch() throws(DatabaseError) -> Int {
    try runAll()
    return changed
  }

  private func runAll() throws(DatabaseError) {
    if elements.isEmpty { return }
    connection.note(.array(count: elements.count))
    for (index, element) in elements.enumerated() {
      bound = element
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

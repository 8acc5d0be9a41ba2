/// What turns of the main actor have changed, and how to take it back. As in Foundation's UndoManager, a turn is a group.
///
/// A step that runs registers its own opposite, like any other change: so undoing makes what can be redone, and vice versa.
@MainActor
struct UndoHistory {
  /// Takes back one change.
  typealias Step = @MainActor () -> Void

  /// Whose opposites are being registered.
  enum Direction {
    case doing
    case undoing
    case redoing
  }

  /// How many turns are kept; 0 for none.
  var limit = 0 {
    didSet {
      if limit <= 0 { clear() } else { undoable = Array(undoable.suffix(limit)) }
    }
  }

  private(set) var direction = Direction.doing
  /// What the current turn has registered.
  private var open: [Step] = []
  private var undoable: [[Step]] = []
  private var redoable: [[Step]] = []
  /// The properties that the current turn has set: only their values before the turn count.
  private var properties: Set<Property> = []

  private struct Property: Hashable {
    let object: ObjectIdentifier
    let property: AnyKeyPath
  }

  var isKeeping: Bool { limit > 0 }
  var canUndo: Bool { !undoable.isEmpty || !open.isEmpty }
  var canRedo: Bool { !redoable.isEmpty && open.isEmpty }

  mutating func register(_ step: @escaping Step) { if isKeeping { open.append(step) } }

  /// Registers what sets a property back, unless the turn has set it before. The step holds the object.
  mutating func register(_ property: AnyKeyPath, of object: AnyObject, _ step: @escaping Step) {
    guard isKeeping, properties.insert(Property(object: ObjectIdentifier(object), property: property)).inserted else {
      return
    }
    open.append(step)
  }

  /// Ends the turn.
  mutating func close() {
    properties = []
    let steps = open
    open = []
    if steps.isEmpty { return }
    switch direction {
    case .undoing: redoable.append(steps)
    case .redoing: undoable.append(steps)
    case .doing:
      undoable.append(steps)
      if undoable.count > limit { undoable.removeFirst(undoable.count - limit) }
      redoable = []
    }
  }

  /// The steps of the last turn, the last first; what they do is registered as its opposite until ``end()``.
  mutating func begin(_ direction: Direction) -> [Step] {
    close()
    self.direction = direction
    let steps = direction == .undoing ? undoable.popLast() : redoable.popLast()
    return steps?.reversed() ?? []
  }

  mutating func end() {
    close()
    direction = .doing
  }

  mutating func clear() {
    (open, undoable, redoable) = ([], [], [])
    properties = []
  }
}

/// Who observes which place, as a tree of names: whoever a change concerns is found on the way to it.
///
/// Its branches are found by number, so that a tree of 10,000 levels is released without recursion.
struct ObserverTree {
  /// Is called with each change; with nil after the last one.
  typealias Call = @Sendable (TreeChange?) -> Void

  private struct Branch {
    let parent: Int
    let key: String
    var branches: [String: Int] = [:]
    var observers: [Int: [NodeName]] = [:]
    var isEmpty: Bool { branches.isEmpty && observers.isEmpty }
  }

  private static let root = 0
  private var branches: [Int: Branch] = [root: Branch(parent: root, key: "")]
  private var calls: [Int: (branch: Int, call: Call)] = [:]
  private var next = 1

  var count: Int { calls.count }
  /// Every call there is, in the order of their addition.
  var all: [Call] { calls.sorted { $0.key < $1.key }.map(\.value.call) }

  /// Adds an observer; returns its number.
  mutating func add(_ names: [NodeName], _ call: @escaping Call) -> Int {
    var branch = Self.root
    for name in names {
      if let known = branches[branch]?.branches[name.key] {
        branch = known
      } else {
        branches[next] = Branch(parent: branch, key: name.key)
        branches[branch]?.branches[name.key] = next
        branch = next
        next += 1
      }
    }
    let number = next
    next += 1
    branches[branch]?.observers[number] = names
    calls[number] = (branch, call)
    return number
  }

  /// Removes an observer; does nothing the second time.
  mutating func remove(_ number: Int) {
    guard var branch = calls.removeValue(forKey: number)?.branch else { return }
    branches[branch]?.observers[number] = nil
    while branch != Self.root, let known = branches[branch], known.isEmpty {
      branches[branch] = nil
      branches[known.parent]?.branches[known.key] = nil
      branch = known.parent
    }
  }

  /// Whom a change concerns, and how it looks to each.
  func concerned(by change: TreeChange) -> [(call: Call, change: TreeChange)] {
    var found: [(number: Int, change: TreeChange)] = []
    var branch = Self.root
    var way = change.names[...]
    while let known = branches[branch] {
      for number in known.observers.keys { found.append((number, change)) }
      guard let name = way.popFirst() else {
        if change.isWhole || change.kind == .unknown { addBelow(branch, to: &found) }
        break
      }
      guard let next = known.branches[name.key] else { break }
      branch = next
    }
    return found.sorted { $0.number < $1.number }.compactMap { entry in
      calls[entry.number].map { ($0.call, entry.change) }
    }
  }

  /// The observers of anything below a branch: everything there may have changed.
  private func addBelow(_ branch: Int, to found: inout [(number: Int, change: TreeChange)]) {
    var rest = branches[branch].map { Array($0.branches.values) } ?? []
    while let next = rest.popLast(), let known = branches[next] {
      for (number, names) in known.observers { found.append((number, TreeChange(names: names, kind: .unknown))) }
      rest.append(contentsOf: known.branches.values)
    }
  }
}

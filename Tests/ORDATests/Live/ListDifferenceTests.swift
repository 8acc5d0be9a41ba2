import Testing

@testable import ORDA

@Suite("Differences of lists") struct ListDifferenceTests {
  /// Takes the steps in the order that is documented, as a list on a screen does.
  private func apply(_ difference: ListDifference, to old: [Int], new: [Int]) -> [Int] {
    var list = old
    for place in (difference.deletes + difference.moves.map(\.from)).sorted(by: >) { list.remove(at: place) }
    let coming = difference.inserts.map { ($0, new[$0]) } + difference.moves.map { ($0.to, old[$0.from]) }
    for (place, element) in coming.sorted(by: { $0.0 < $1.0 }) { list.insert(element, at: place) }
    return list
  }

  /// The length of the longest ascending row, found in the plain way.
  private func longestAscending(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, number) in numbers.enumerated() {
      lengths.append(1 + ((0..<index).filter { numbers[$0] < number }.map { lengths[$0] }.max() ?? 0))
    }
    return lengths.max() ?? 0
  }

  @Test("What is deleted, inserted and moved")
  func cases() {
    let same = ListDifference(from: [1, 2, 3], to: [1, 2, 3])
    #expect(same.isEmpty)
    #expect((0..<3).map { same.origin(of: $0) } == [0, 1, 2])

    let mixed = ListDifference(from: [1, 2, 3, 4, 5], to: [1, 9, 4, 2, 5])
    #expect(mixed.deletes == [2])
    #expect(mixed.inserts == [1])
    #expect(mixed.moves.map(\.from) == [1])
    #expect(mixed.moves.map(\.to) == [3])
    #expect((0..<5).map { mixed.origin(of: $0) } == [0, nil, 3, 1, 4])

    let first = ListDifference(from: [1, 2, 3, 4], to: [4, 1, 2, 3])
    #expect(first.moves.count == 1)
    #expect(first.moves.first?.from == 3)
    #expect(first.moves.first?.to == 0)

    #expect(ListDifference(from: [], to: [1, 2]).inserts == [0, 1])
    #expect(ListDifference(from: [1, 2], to: [Int]()).deletes == [0, 1])
  }

  @Test("Steps lead from the old list to the new one, always, and nothing moves that could stay")
  func random() {
    var random = Seeded(17)
    for round in 0..<3000 {
      let range = 1...Int.random(in: 1...30, using: &random)
      var old = range.filter { _ in Bool.random(using: &random) }
      var new = range.filter { _ in Bool.random(using: &random) }
      if round % 2 == 0 { old.shuffle(using: &random) }
      if round % 3 == 0 {
        new.shuffle(using: &random)
      } else if new.count > 1 {
        new.swapAt(Int.random(in: 0..<new.count, using: &random), Int.random(in: 0..<new.count, using: &random))
      }
      let difference = ListDifference(from: old, to: new)
      #expect(apply(difference, to: old, new: new) == new, "\(old) to \(new)")
      let kept = old.filter(new.contains)
      let order = kept.compactMap { new.firstIndex(of: $0) }
      #expect(difference.moves.count == kept.count - longestAscending(order), "\(old) to \(new)")
      #expect(difference.deletes.count == old.count - kept.count)
      #expect(difference.inserts.count == new.count - kept.count)
      #expect(new.indices.map { difference.origin(of: $0) } == new.map { old.firstIndex(of: $0) })
    }
  }

  @Test("An element that is in a list twice is taken for two")
  func twice() {
    for (old, new) in [([1, 1, 2], [2, 1]), ([2, 1], [1, 1, 2]), ([1, 1, 1], [1, 1]), ([3, 1, 1], [1, 3, 1])] {
      #expect(apply(ListDifference(from: old, to: new), to: old, new: new) == new, "\(old) to \(new)")
    }
  }

  /// A number that counts how often it is looked at.
  private struct Counted: Hashable {
    nonisolated(unsafe) static var comparisons = 0
    nonisolated(unsafe) static var hashes = 0
    let number: Int

    static func == (left: Counted, right: Counted) -> Bool {
      comparisons += 1
      return left.number == right.number
    }
    func hash(into hasher: inout Hasher) {
      Counted.hashes += 1
      hasher.combine(number)
    }
  }

  @Test("In a long list a small change costs one look at each element, and hashes only what it concerns")
  func long() {
    let old = (0..<100_000).map { Counted(number: $0) }
    var new = old
    new.remove(at: 50_000)
    new.insert(Counted(number: -1), at: 50_002)
    (Counted.comparisons, Counted.hashes) = (0, 0)
    let difference = ListDifference(from: old, to: new)
    #expect(difference.deletes == [50_000])
    #expect(difference.inserts == [50_002])
    #expect(difference.moves.isEmpty)
    #expect(Counted.comparisons < 100_100)
    #expect(Counted.hashes < 100)

    let reversed = ListDifference(from: old, to: old.reversed())
    #expect(reversed.moves.count == 99_999)
  }
}

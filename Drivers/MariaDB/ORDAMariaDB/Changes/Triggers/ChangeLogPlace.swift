internal import ORDA
internal import ORDAThreads

/// How far a log that triggers write has been read: the highest number that was seen, and the numbers below it that
/// were not.
///
/// A row gets its number when it is written, and becomes visible when its transaction commits. So a long transaction's
/// lower numbers appear after higher ones were read: a reader that asks only for numbers above the last one never sees
/// them. Here each skipped number is a gap, and every look asks for it again.
///
/// A gap stays for ever if its transaction was rolled back. It is closed once no open transaction can fill it. A
/// transaction that writes a number into the log has used the log's table before it got that number, and until it ends
/// the server lets nobody lock that table. Numbers are assigned in order, so a transaction that fills a gap got its
/// number before the higher one could be seen. Hence: if the table can be locked after the gap was found, every
/// transaction that could fill it has ended; and what is not there while the lock is held never will be.
struct ChangeLogPlace {
  struct Gap: Equatable {
    var numbers: ClosedRange<UInt64>
    var since: MonotonicTime
  }

  private(set) var highest: UInt64
  private(set) var gaps: [Gap] = []

  /// How many gaps are remembered. If there are more, the nearest become one, and what lies between is reported again.
  static let limit = 500

  /// - Parameter gaps: The unseen numbers below the highest, in order.
  init(highest: UInt64, gaps: [ClosedRange<UInt64>] = [], at now: MonotonicTime = .now) {
    self.highest = highest
    self.gaps = gaps.map { Gap(numbers: $0, since: now) }
    mergeIfMany()
  }

  /// Everything up to here was seen, or never will be.
  var floor: UInt64 { gaps.first.map { $0.numbers.lowerBound &- 1 } ?? highest }

  /// The condition for what was not seen yet.
  var condition: String {
    (["sequence > \(highest)"]
      + gaps.map { "sequence BETWEEN \($0.numbers.lowerBound) AND \($0.numbers.upperBound)" })
      .joined(separator: " OR ")
  }

  /// Numbers were seen; in any order.
  mutating func take(_ numbers: [UInt64], at now: MonotonicTime) {
    for number in numbers.sorted() {
      if number <= highest {
        fill(number)
      } else {
        if number - highest > 1 { gaps.append(Gap(numbers: (highest + 1)...(number - 1), since: now)) }
        highest = number
      }
    }
    mergeIfMany()
  }

  private mutating func mergeIfMany() { while gaps.count > Self.limit { mergeNearest() } }

  private mutating func fill(_ number: UInt64) {
    guard let index = gaps.firstIndex(where: { $0.numbers.contains(number) }) else { return }
    let gap = gaps[index]
    var rest: [Gap] = []
    if gap.numbers.lowerBound < number {
      rest.append(Gap(numbers: gap.numbers.lowerBound...(number - 1), since: gap.since))
    }
    if gap.numbers.upperBound > number {
      rest.append(Gap(numbers: (number + 1)...gap.numbers.upperBound, since: gap.since))
    }
    gaps.replaceSubrange(index...index, with: rest)
  }

  private mutating func mergeNearest() {
    guard
      let index = gaps.indices.dropLast().min(by: { distance(after: $0) < distance(after: $1) })
    else { return }
    let next = gaps.remove(at: index + 1)
    gaps[index].numbers = gaps[index].numbers.lowerBound...next.numbers.upperBound
    gaps[index].since = max(gaps[index].since, next.since)
  }

  private func distance(after index: Int) -> UInt64 {
    gaps[index + 1].numbers.lowerBound - gaps[index].numbers.upperBound
  }

  /// Nothing more will come into the present gaps.
  mutating func closeGaps() { gaps = [] }

  /// Closes gaps that are older than any transaction is expected to last.
  mutating func closeGaps(where isOver: (_ since: MonotonicTime) -> Bool) { gaps.removeAll { isOver($0.since) } }
}

/// How much is measured.
struct Scale: Sendable {
  /// The number of rows, lookups or inserts of one round.
  let rows: Int

  /// The least and the largest number of rounds that count. Short workloads get more, because one round of them says less.
  let rounds: ClosedRange<Int>

  /// A workload gets no further rounds, beyond the least number, once those that count would take this long together.
  /// Three times as long, and as many, where the time that passes is what counts: it varies with all that the machine does.
  let span: Duration

  static let full = Scale(rows: 100_000, rounds: 5...25, span: .seconds(3))
  static let quick = Scale(rows: 10_000, rounds: 3...3, span: .zero)
}

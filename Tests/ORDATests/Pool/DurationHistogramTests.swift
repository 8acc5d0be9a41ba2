import Testing

@testable import ORDA

@Suite("Histograms of durations")
struct DurationHistogramTests {
  @Test("Quantiles are exact to a factor of two, whatever was counted")
  func quantiles() throws {
    var random = Seeded(7)
    for _ in 0..<50 {
      var histogram = DurationHistogram()
      let times = (0..<Int.random(in: 1...300, using: &random)).map { _ in
        Int64(Double.random(in: 0...40, using: &random).rounded()).magnitude.leadingZeroBitCount * 1_000_003
          + Int.random(in: 0...5_000_000, using: &random)
      }.sorted()
      for time in times { histogram.record(nanoseconds: Int64(time)) }
      #expect(histogram.count == times.count)
      #expect(histogram.total == .nanoseconds(times.reduce(0, +)))
      #expect(histogram.longest == .nanoseconds(times[times.count - 1]))
      for share in [0, 0.01, 0.5, 0.9, 0.99, 1] {
        let exact = times[max(0, Int((Double(times.count) * share).rounded(.up)) - 1)]
        let quantile = try #require(histogram.quantile(share))
        #expect(quantile >= .nanoseconds(exact) && quantile <= max(.nanoseconds(exact * 2), .microseconds(1)))
      }
    }
  }

  @Test("The ends are counted too")
  func extremes() {
    var histogram = DurationHistogram()
    #expect(histogram.quantile(0.5) == nil && histogram.mean == nil)
    for time in [0, -5, 999, 1000, .max] as [Int64] { histogram.record(nanoseconds: time) }
    #expect(histogram.counts[0] == 3 && histogram.counts[1] == 1 && histogram.counts[39] == 1)
    #expect(histogram.quantile(0) == .microseconds(1) && histogram.quantile(2) != nil && histogram.quantile(-1) != nil)
    var both = histogram
    both.add(histogram)
    #expect(both.count == 10)
  }
}

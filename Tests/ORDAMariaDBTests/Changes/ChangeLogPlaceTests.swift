import ORDAThreads
import Testing

@testable import ORDA
@testable import ORDAMariaDB

@Suite("How far a log that triggers write has been read") struct ChangeLogPlaceTests {
  private func ranges(_ place: ChangeLogPlace) -> [ClosedRange<UInt64>] { place.gaps.map(\.numbers) }

  @Test("Numbers that were passed over are asked for until they are seen")
  func gaps() {
    var place = ChangeLogPlace(highest: 10)
    place.take([11, 15], at: .now)
    #expect(ranges(place) == [12...14])
    #expect(place.condition == "sequence > 15 OR sequence BETWEEN 12 AND 14")
    #expect(place.floor == 11)
    place.take([13], at: .now)
    #expect(ranges(place) == [12...12, 14...14])
    place.take([12, 18, 14], at: .now)
    #expect(ranges(place) == [16...17])
    #expect(place.floor == 15)
    place.closeGaps()
    #expect(place.condition == "sequence > 18")
    #expect(place.floor == 18)
  }

  @Test("Of many gaps the nearest become one: what was seen may come again, nothing is left out")
  func many() {
    var place = ChangeLogPlace(highest: 0)
    let seen = (1...2000).map { UInt64($0 * 2) }
    place.take(seen, at: .now)
    #expect(place.gaps.count == ChangeLogPlace.limit)
    for number in stride(from: UInt64(1), to: 4000, by: 2) {
      #expect(place.gaps.contains { $0.numbers.contains(number) })
    }
  }

  @Test("Numbers at the end of what there is")
  func ends() {
    var place = ChangeLogPlace(highest: .max - 1)
    place.take([.max, .max], at: .now)
    #expect(place.highest == .max)
    #expect(place.gaps.isEmpty)
    place.closeGaps { _ in true }
    #expect(place.floor == .max)
  }
}

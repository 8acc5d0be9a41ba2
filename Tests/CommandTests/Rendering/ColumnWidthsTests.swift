import Testing

@testable import Command

@Suite struct ColumnWidthsTests {
  @Test func roomForAll() {
    #expect(ColumnWidths.fitting([3, 20], numbers: [true, false], into: 30) == [3, 20])
    #expect(ColumnWidths.fitting([3, 200], numbers: [true, false], into: nil) == [3, 200])
    #expect(ColumnWidths.fitting([0], numbers: [false], into: 5) == [1])
    #expect(ColumnWidths.fitting([], numbers: [], into: 5) == [])
  }

  @Test func theWidestGiveWay() {
    #expect(ColumnWidths.fitting([5, 100, 40], numbers: [false, false, false], into: 45) == [5, 20, 20])
    #expect(ColumnWidths.fitting([5, 100, 12], numbers: [false, false, false], into: 45) == [5, 28, 12])
  }

  @Test func leftOverCellsAreGivenOut() {
    #expect(ColumnWidths.fitting([50, 50], numbers: [false, false], into: 25) == [13, 12])
  }

  @Test func numbersNeverGiveWay() {
    #expect(ColumnWidths.fitting([20, 60], numbers: [true, false], into: 30) == [20, 10])
    #expect(ColumnWidths.fitting([20, 60], numbers: [true, false], into: 25) == [20, 5])
    #expect(ColumnWidths.fitting([20, 60], numbers: [true, false], into: 20) == [20, 1])
    #expect(ColumnWidths.fitting([20, 60], numbers: [true, true], into: 20) == [20, 60])
  }

  @Test func moreColumnsThanRoom() {
    #expect(ColumnWidths.fitting([5, 5, 5], numbers: [true, false, false], into: -3) == [5, 1, 1])
  }
}

import Synchronization
import Testing

@testable import ORDA

/// Tuples are read element by element into memory of their own, which the elements' types lay out.
@Suite(.serialized) struct TupleTests {
  /// Counts the values of it that live. Texts are read directly, and bytes by way of a `Value`.
  private final class Counted: ColumnValue {
    static let living = Atomic<Int>(0)
    let text: String

    init(text: String) {
      self.text = text
      Self.living.add(1, ordering: .relaxed)
    }

    deinit { Self.living.subtract(1, ordering: .relaxed) }

    required convenience init(value: Value) throws(DatabaseError) {
      guard case .bytes(let bytes) = value else { throw .mismatch(value, as: Counted.self) }
      self.init(text: String(decoding: bytes, as: UTF8.self))
    }

    static func read(from source: any RowSource, at cell: Int) -> Counted? { source.text(cell).map(Counted.init) }
  }

  private enum Size: Int8, ColumnValue { case small = 1, large = 2 }

  /// A type without any memory.
  private struct Nothing: ColumnValue, Equatable {
    init(value: Value) throws(DatabaseError) { guard value == 0 else { throw .mismatch(value, as: Nothing.self) } }
  }

  private func row(_ cells: Value...) -> FetchedRow {
    let buffer = RowBuffer(cellCapacity: cells.count)
    for cell in cells { buffer.append(cell) }
    return FetchedRow(buffer: buffer, base: 0, names: ColumnNames(cells.indices.map { "c\($0)" }))
  }

  /// What is read must be what the program's compiler takes it for: the same values, as it lays them out itself.
  @Test func `Elements of all sizes lie where the tuple has them`() throws {
    let first = try row(1, 2, "three", 0, 5, 6.5, .null, 8, "nine", 10)
      .tuple((Bool, Int16, String, Bool, Int32, Double, Int?, Int8, String?, UInt64?).self)
    #expect(first.0 && first.1 == 2 && first.2 == "three" && !first.3 && first.4 == 5 && first.5 == 6.5)
    #expect(first.6 == nil && first.7 == 8 && first.8 == "nine" && first.9 == 10)
    let second = try row(.null, 1, "two", 2, 4, .bytes([5]), 6.5, .null)
      .tuple((Int16?, Bool?, Value, Size, Int128, [UInt8], Float?, Size?).self)
    #expect(second.0 == nil && second.1 == true && second.2 == "two" && second.3 == .large && second.4 == 4)
    #expect(second.5 == [5] && second.6 == 6.5 && second.7 == nil)
    let third = try row(1, 0, 2, 0, "three").tuple((Int8, Nothing, Int16, Nothing, String).self)
    #expect(third.0 == 1 && third.2 == 2 && third.4 == "three")
    let fewer = try row(1, 2, 3).tuple((Int8, Int8).self)
    #expect(fewer.0 == 1 && fewer.1 == 2)
    #expect(try row("one", 2).tuple(String.self) == "one")
  }

  @Test func `NULL is nil, of as many Optionals as a type has`() throws {
    let read = try row(.null, .null, .null, .null, 1, "x")
      .tuple((Double?, CivilDate?, Value?, Int??, Int??, Value?).self)
    #expect(read.0 == nil && read.1 == nil && read.2.map(\.isNull) == nil)
    #expect(read.3 == .some(.none) && read.4 == 1 && read.5 == "x")
    let null = databaseError { _ = try row(1, .null).tuple((Int, Int).self) }
    #expect(null?.kind == .unexpectedNull)
    #expect(null?.column == "c1")
  }

  @Test func `Each element is converted where its type is not the cell's`() throws {
    let read = try row(1.0, 2, "2026-01-31", 4, "5.50")
      .tuple((Int, Double, CivilDate, Int64?, ExactDecimal?).self)
    #expect(read.0 == 1 && read.1 == 2 && read.2.description == "2026-01-31" && read.3 == 4)
    #expect(read.4 == ExactDecimal("5.50"))
  }

  @Test func `What was read before an element that can't be read is let go`() throws {
    for failing in 0..<4 {
      var cells: [Value] = ["a", .bytes([98]), "c", .bytes([100])]
      cells[failing] = 7
      let error = databaseError {
        _ = try row(cells[0], cells[1], cells[2], cells[3]).tuple((Counted, Counted?, Counted, Counted).self)
      }
      #expect(error?.kind == .typeMismatch)
      #expect(error?.column == "c\(failing)")
      #expect(Counted.living.load(ordering: .relaxed) == 0)
    }
    withExtendedLifetime(try row("a", .bytes([98]), .null).tuple((Counted, Counted, Counted?).self)) { whole in
      #expect(whole.0.text == "a" && whole.1.text == "b" && whole.2 == nil)
      #expect(Counted.living.load(ordering: .relaxed) == 2)
    }
    #expect(Counted.living.load(ordering: .relaxed) == 0)
  }

  @Test func `The first of several errors is told`() {
    let error = databaseError { _ = try row(1, "x", .null, 1.5).tuple((Int, Int, Int, Int).self) }
    #expect(error?.column == "c1")
    #expect(error?.kind == .typeMismatch)
  }

  @Test func `More elements than columns are refused before any is read`() {
    let error = databaseError { _ = try row("a", "b").tuple((Counted, Counted, Counted).self) }
    #expect(error?.kind == .noSuchColumn)
    #expect(Counted.living.load(ordering: .relaxed) == 0)
  }
}

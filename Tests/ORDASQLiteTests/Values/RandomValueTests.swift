import Foundation
import ORDA
import Testing

@Suite("Random values come back")
struct RandomValueTests {
  /// Writes 200 values made from the seed into a column without affinity, and reads them again.
  func roundTrip<T: ValueConvertible & ColumnValue>(
    _ seed: UInt64, _ make: (inout Seeded) -> T, same: (T, T) -> Bool
  ) throws {
    let db = try TestDatabase.memory("CREATE TABLE t (id INTEGER PRIMARY KEY, x)")
    var random = Seeded(seed)
    let values = (0..<200).map { _ in make(&random) }
    try db.prepare("INSERT INTO t (x) VALUES (?)").executeMany(values.map { [$0] as Parameters })
    let read = try db.query(T.self, "SELECT x FROM t ORDER BY id")
    #expect(read.count == values.count)
    for (index, pair) in zip(values, read).enumerated() where !same(pair.0, pair.1) {
      Issue.record("seed \(seed), value \(index): \(pair.0) came back as \(pair.1)")
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func numbers(seed: UInt64) throws {
    try roundTrip(seed, { Int64(bitPattern: $0.next()) >> Int64.random(in: 0...63, using: &$0) }, same: ==)
    try roundTrip(
      seed,
      { random in
        let number = Double(bitPattern: random.next())
        return number.isNaN ? -0.0 : number
      }, same: { $0.bitPattern == $1.bitPattern })
    try roundTrip(
      seed,
      { random in
        let digits = (0..<Int.random(in: 1...65, using: &random)).map { _ in UInt8.random(in: 0...9, using: &random) }
        let scale = Int.random(in: 0...30, using: &random)
        return ExactDecimal(isNegative: Bool.random(using: &random), digits: digits, scale: scale) ?? 0
      }, same: { $0.description == $1.description })
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `texts and bytes`(seed: UInt64) throws {
    try roundTrip(
      seed,
      { random in
        let scalars = (0..<Int.random(in: 0...50, using: &random)).compactMap { _ in
          Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0x10FFFF), using: &random))
        }
        return String(String.UnicodeScalarView(scalars))
      }, same: { Array($0.utf8) == Array($1.utf8) })
    try roundTrip(
      seed,
      { random in (0..<Int.random(in: 0...600, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      },
      same: ==)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `dates and times`(seed: UInt64) throws {
    let last: Int64 = 253_402_300_799_999_999
    let first: Int64 = -377_705_116_800_000_000
    try roundTrip(
      seed, { Instant(microsecondsSince1970: .random(in: first...last, using: &$0)) ?? .now }, same: ==)
    try roundTrip(
      seed,
      { CivilTimestamp(microsecondsSince1970: .random(in: first...last, using: &$0)) ?? CivilTimestamp(utc: .now) },
      same: ==)
    try roundTrip(seed, { CivilTime(microseconds: Int64(bitPattern: $0.next())) }, same: ==)
    try roundTrip(
      seed, { (Instant(microsecondsSince1970: .random(in: first...last, using: &$0)) ?? .now).date }, same: ==)
    try roundTrip(
      seed,
      { random in
        withUnsafeBytes(of: (random.next(), random.next())) { UUID(uuid: $0.load(as: uuid_t.self)) }
      }, same: ==)
  }
}

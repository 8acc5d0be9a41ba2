#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import ORDA

/// A cell in the server's binary form: numbers with the highest byte first. Its size was checked when its row came.
struct BinaryCell {
  let bytes: UnsafeRawBufferPointer

  /// A number at a place; 0 beyond the end.
  @inline(__always)
  func load<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int = 0, as type: T.Type = T.self) -> T {
    guard offset + MemoryLayout<T>.size <= bytes.count else { return 0 }
    return T(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: T.self))
  }

  /// The value of a kind whose binary form is known.
  func value(_ kind: ColumnKind) -> Value {
    switch kind {
    case .bool: .int(load(as: UInt8.self) == 0 ? 0 : 1)
    case .int2: .int(Int64(load(as: Int16.self)))
    case .int4: .int(Int64(load(as: Int32.self)))
    case .int8: .int(load())
    case .oid: .int(Int64(load(as: UInt32.self)))
    case .float4: .double(Double(Float(bitPattern: load())))
    case .float8: .double(Double(bitPattern: load()))
    case .numeric: NumericCell(bytes).value
    case .text: TextDecoding.value(characters)
    case .json: json(characters)
    case .jsonb: json(UnsafeBufferPointer(rebasing: characters.dropFirst()))
    case .bytes: .bytes(Array(bytes))
    case .date: date.map { .date($0) } ?? .other(type: "date", bytes: Array(ServerDate.text(ofDay: load()).utf8))
    case .time: .time(time)
    case .timestamp:
      timestamp.map { .timestamp($0) }
        ?? .other(type: "timestamp", bytes: Array(ServerDate.text(ofMicrosecond: load(), zone: "").utf8))
    case .instant:
      instant.map { .instant($0) }
        ?? .other(type: "timestamptz", bytes: Array(ServerDate.text(ofMicrosecond: load(), zone: "+00").utf8))
    case .uuid: uuid.map { .uuid($0) } ?? .null
    case .timetz: .other(type: "timetz", bytes: Array(timeWithZone.utf8))
    case .interval: .other(type: "interval", bytes: Array(interval.utf8))
    case .void: .text("")
    case .other(let type): .other(type: type, bytes: Array(bytes))
    }
  }

  private var characters: UnsafeBufferPointer<UInt8> { bytes.bindMemory(to: UInt8.self) }

  private func json(_ characters: UnsafeBufferPointer<UInt8>) -> Value {
    TextDecoding.string(characters).map { .json($0) } ?? TextDecoding.value(characters)
  }

  /// 1 January 2000, where the server begins to count.
  static let epochDays = 10_957
  static let epochMicroseconds: Int64 = 946_684_800_000_000

  /// The day; nil for infinity, and outside the years of `CivilDate`.
  var date: CivilDate? {
    let days = load(as: Int32.self)
    if days == .max || days == .min { return nil }
    return CivilDate(daysSince1970: Int(days) + Self.epochDays)
  }

  /// Microseconds since 1970; nil for infinity.
  private var microseconds: Int64? {
    let count = load(as: Int64.self)
    if count == .max || count == .min { return nil }
    let (sum, overflow) = count.addingReportingOverflow(Self.epochMicroseconds)
    return overflow ? nil : sum
  }

  var timestamp: CivilTimestamp? { microseconds.flatMap { CivilTimestamp(microsecondsSince1970: $0) } }
  var instant: Instant? { microseconds.flatMap { Instant(microsecondsSince1970: $0) } }
  var time: CivilTime { CivilTime(microseconds: load(as: Int64.self)) }

  var uuid: UUID? {
    guard bytes.count == 16 else { return nil }
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &uuid) { $0.copyMemory(from: bytes) }
    return UUID(uuid: uuid)
  }

  /// `12:00:00.5+02`, as the server writes it.
  var timeWithZone: String {
    let zone = -Int(load(8, as: Int32.self))
    let minutes = abs(zone) / 60 % 60
    let hours = abs(zone) / 3600
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let rest = abs(zone) % 60
    var time = time.description
    if time.contains(".") { while time.last == "0" { time.removeLast() } }
    return "\(time)\(zone < 0 ? "-" : "+")\(two(hours))" + (minutes != 0 || rest != 0 ? ":\(two(minutes))" : "")
      + (rest != 0 ? ":\(two(rest))" : "")
  }

  /// `P1Y2M3DT4H5M6.5S`, as the server writes it by ISO 8601.
  var interval: String {
    PostgreSQLInterval(
      months: Int(load(12, as: Int32.self)), days: Int(load(8, as: Int32.self)), microseconds: load(as: Int64.self)
    ).description
  }
}

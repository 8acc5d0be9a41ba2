/// Writes dates and times as text, digit by digit.
///
/// The longest text is a timestamp before year 0, with 28 bytes.
struct CivilWriter {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  private static let capacity = 32

  private init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

  /// The text that `write` writes.
  static func text(_ write: (inout CivilWriter) -> Void) -> String {
    String(unsafeUninitializedCapacity: capacity) { bytes in
      var writer = CivilWriter(bytes)
      write(&writer)
      return writer.count
    }
  }

  /// Lends the bytes that `write` writes.
  static func withBytes<R>(
    _ write: (inout CivilWriter) -> Void, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { bytes in
      var writer = CivilWriter(bytes)
      write(&writer)
      return try body(UnsafeBufferPointer(rebasing: bytes[..<writer.count]))
    }
  }

  private mutating func byte(_ byte: UInt8) {
    bytes[count] = byte
    count &+= 1
  }

  /// A number of digits, with leading zeros.
  private mutating func digits(_ number: UInt64, _ width: Int) {
    var rest = number
    var index = count + width
    count = index
    for _ in 0..<width {
      index &-= 1
      bytes[index] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  mutating func write(_ date: CivilDate) {
    if date.year < 0 { byte(0x2D) }
    digits(UInt64(date.year.magnitude), 4)
    byte(0x2D)
    digits(UInt64(date.month), 2)
    byte(0x2D)
    digits(UInt64(date.day), 2)
  }

  /// Minutes, seconds and, if requested, the fraction.
  private mutating func minutesAndSeconds(_ microseconds: UInt64, fraction: Bool) {
    byte(0x3A)
    digits(microseconds / 60_000_000 % 60, 2)
    byte(0x3A)
    digits(microseconds / 1_000_000 % 60, 2)
    if fraction {
      byte(0x2E)
      digits(microseconds % 1_000_000, 6)
    }
  }

  mutating func write(_ time: CivilTime) {
    let magnitude = time.microseconds.magnitude
    let hours = magnitude / 3_600_000_000
    if time.isNegative { byte(0x2D) }
    var width = 2
    var limit: UInt64 = 100
    while hours >= limit {
      width += 1
      limit *= 10
    }
    digits(hours, width)
    minutesAndSeconds(magnitude, fraction: magnitude % 1_000_000 != 0)
  }

  mutating func write(_ timestamp: CivilTimestamp) {
    write(timestamp.date)
    byte(0x20)
    let magnitude = timestamp.time.microseconds.magnitude
    digits(magnitude / 3_600_000_000, 2)
    minutesAndSeconds(magnitude, fraction: true)
  }

  mutating func write(_ instant: Instant) {
    write(CivilTimestamp(utc: instant))
    byte(0x5A)
  }
}

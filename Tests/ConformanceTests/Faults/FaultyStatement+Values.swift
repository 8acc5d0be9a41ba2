#if Conformance
  import Foundation
  import ORDA

  extension FaultyStatement {
    func bindNull(at index: Int) { base.bindNull(at: index) }
    func bind(_ list: ValueList, at index: Int) throws(DatabaseError) {
      try base.bind(fault == .bindsEmptyLists ? ValueList([Int]()) : list, at: index)
    }
    func bind(_ value: Int64, at index: Int) {
      base.bind(fault == .wrapsIntegers ? Int64(Int32(truncatingIfNeeded: value)) : value, at: index)
    }
    func bind(_ value: Double, at index: Int) {
      base.bind(fault == .roundsDoubles ? Double(Float(value)) : value, at: index)
    }
    func bind(_ value: String, at index: Int) { base.bind(damaged(value), at: index) }
    func bind(bytes: UnsafeRawBufferPointer, at index: Int) {
      base.bind(bytes: fault == .losesLastByte ? UnsafeRawBufferPointer(rebasing: bytes.dropLast()) : bytes, at: index)
    }
    func bind(_ value: Value, at index: Int) {
      switch (value, fault) {
      case (.int(let number), _): bind(number, at: index)
      case (.double(let number), _): bind(number, at: index)
      case (.text(let text), _): bind(text, at: index)
      case (.time(let time), .forgetsMicroseconds):
        base.bind(.time(CivilTime(microseconds: time.microseconds / 1000 * 1000)), at: index)
      case (.timestamp(let timestamp), .forgetsMicroseconds):
        let whole = timestamp.microsecondsSince1970 / 1000 * 1000
        base.bind(CivilTimestamp(microsecondsSince1970: whole).map { .timestamp($0) } ?? value, at: index)
      case (.instant(let instant), .forgetsMicroseconds):
        let whole = instant.microsecondsSince1970 / 1000 * 1000
        base.bind(Instant(microsecondsSince1970: whole).map { .instant($0) } ?? value, at: index)
      default: base.bind(value, at: index)
      }
    }

    private func damaged(_ text: String) -> String {
      switch fault {
      case .trimsText: String(text.reversed().drop { $0 == " " || $0 == "\0" }.reversed())
      case .composesText: text.precomposedStringWithCanonicalMapping
      default: text
      }
    }

    private var readsTexts: Bool { fault == .readsNumbersAsText }

    func isNull(_ cell: Int) -> Bool { fault == .readsNullAsEmpty ? false : base.isNull(cell) }
    func int(_ cell: Int) -> Int64? { readsTexts ? nil : base.int(cell) }
    func double(_ cell: Int) -> Double? { readsTexts ? nil : base.double(cell) }
    func text(_ cell: Int) -> String? { base.text(cell) }
    func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? { base.utf8(cell) }
    func bytes(_ cell: Int) -> UnsafeRawBufferPointer? { base.bytes(cell) }
    func uncheckedInt(_ cell: Int) -> Int64? { base.uncheckedInt(cell) }
    func uncheckedDouble(_ cell: Int) -> Double? { base.uncheckedDouble(cell) }
    func uncheckedText(_ cell: Int) -> String? { base.uncheckedText(cell) }

    func value(_ cell: Int) -> Value {
      switch (base.value(cell), fault) {
      case (.null, .readsNullAsEmpty): .text("")
      case (.int(let number), .readsNumbersAsText): .text("\(number)")
      case (.double(let number), .readsNumbersAsText): .text("\(number)")
      case (let value, _): value
      }
    }
  }
#endif

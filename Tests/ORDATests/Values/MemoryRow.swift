@testable import ORDA

/// A row that is an array of values, as a driver would give it.
final class MemoryRow: RowSource {
  var cells: [Value]
  /// How often a cell was asked for as a Value: the hot types never do.
  private(set) var valueReads = 0

  init(_ cells: [Value]) { self.cells = cells }

  func isNull(_ cell: Int) -> Bool { cells[cell].isNull }

  func int(_ cell: Int) -> Int64? {
    if case .int(let number) = cells[cell] { number } else { nil }
  }

  func double(_ cell: Int) -> Double? {
    if case .double(let number) = cells[cell] { number } else { nil }
  }

  func text(_ cell: Int) -> String? {
    if case .text(let text) = cells[cell] { text } else { nil }
  }

  /// Bytes that are kept as long as the row: what a driver lends lives until it moves on.
  private var lent: [UnsafeMutableRawBufferPointer] = []
  deinit { for buffer in lent { buffer.deallocate() } }

  private func lend(_ bytes: some Collection<UInt8>) -> UnsafeMutableRawBufferPointer {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
    buffer.copyBytes(from: bytes)
    lent.append(buffer)
    return UnsafeMutableRawBufferPointer(rebasing: buffer[..<bytes.count])
  }

  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? {
    guard case .text(let text) = cells[cell] else { return nil }
    return UnsafeBufferPointer(lend(Array(text.utf8)).assumingMemoryBound(to: UInt8.self))
  }

  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? {
    guard case .bytes(let bytes) = cells[cell] else { return nil }
    return UnsafeRawBufferPointer(lend(bytes))
  }

  func value(_ cell: Int) -> Value {
    valueReads += 1
    return cells[cell]
  }

  /// As SQLite does, as far as the tests need it.
  func uncheckedInt(_ cell: Int) -> Int64? {
    switch cells[cell] {
    case .null: nil
    case .int(let number): number
    case .double(let number): Int64(number)
    case .text(let text): Int64(text.prefix { $0.isNumber }) ?? 0
    default: 0
    }
  }
}

/// Parameters that are kept as they were bound.
final class MemoryParameters: BindTarget {
  var bound: [Int: Value] = [:]
  /// Which of them were bound as a whole Value.
  var asValues: Set<Int> = []

  func bindNull(at index: Int) { bound[index] = Value.null }
  func bind(_ value: Int64, at index: Int) { bound[index] = .int(value) }
  func bind(_ value: Double, at index: Int) { bound[index] = .double(value) }
  func bind(_ value: String, at index: Int) { bound[index] = .text(value) }
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) { bound[index] = .bytes(Array(bytes)) }
  func bind(_ value: Value, at index: Int) {
    bound[index] = value
    asValues.insert(index)
  }
}

/// Reads a value as a type in every way there is, and expects them to agree.
func read<T: ColumnValue & Equatable>(_ value: Value, as type: T.Type = T.self) throws -> T {
  let direct = try T(value: value)
  let row = MemoryRow([.text("before"), value])
  let decoded = try T.decode(from: row, at: 1)
  guard direct == decoded || direct != direct else { throw DatabaseError(.other, "init(value:) and read disagree") }
  return decoded
}

/// The kind of error with which a value can't be read as a type, in every way there is; nil where it can.
func refusal<T: ColumnValue>(_ value: Value, as type: T.Type) -> DatabaseError.Kind? {
  var kinds: [DatabaseError.Kind?] = []
  do throws(DatabaseError) { _ = try T(value: value); kinds.append(nil) } catch { kinds.append(error.kind) }
  do throws(DatabaseError) {
    _ = try T.decode(from: MemoryRow([value]), at: 0)
    kinds.append(nil)
  } catch { kinds.append(error.kind) }
  return kinds[0] == kinds[1] ? kinds[0] : .other
}

/// What a value becomes when it is bound, in both ways, which have to agree.
func bound<T: ValueConvertible>(_ value: T) throws -> Value {
  let parameters = MemoryParameters()
  try value.bind(to: parameters, at: 3)
  guard let bound = parameters.bound[3], bound == (try value.value()), parameters.bound.count == 1 else {
    throw DatabaseError(.other, "value() and bind(to:at:) disagree")
  }
  return bound
}

/// Random numbers that are the same in each run (SplitMix64).
struct ValueGenerator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

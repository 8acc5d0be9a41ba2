internal import CMariaDB
internal import ORDA

/// The memory that parameters are bound in: one place of fixed size for each, and more for strings and bytes.
///
/// The library keeps pointers into it. They stay the same from execution to execution, so the library and the server
/// learn of types and places only if these change.
struct BoundParameters: ~Copyable {
  let count: Int
  let binds: UnsafeMutablePointer<MYSQL_BIND>
  private let fixed: UnsafeMutableRawPointer
  private let nulls: UnsafeMutablePointer<my_bool>
  private let lengths: UnsafeMutablePointer<UInt>
  private let contents: UnsafeMutablePointer<UnsafeMutableRawBufferPointer>
  /// True if the library must bind again.
  var isChanged = true
  /// How many bytes of strings and bytes are bound.
  private(set) var size = 0

  /// Room for a number or a time.
  private static let stride = MemoryLayout<MYSQL_TIME>.stride
  /// The type of a NULL that had no value before it: the server casts a string to any column's type, but not a number
  /// to a UUID, and looks at the type of a NULL, too.
  private static let typeOfNull = MYSQL_TYPE_VAR_STRING
  /// Contents above this size are freed after the execution.
  private static let keptSize = 1 << 16

  init(count: Int) {
    self.count = count
    binds = .allocate(capacity: max(count, 1))
    binds.initialize(repeating: MYSQL_BIND(), count: count)
    fixed = .allocate(byteCount: max(count, 1) * Self.stride, alignment: 8)
    fixed.initializeMemory(as: UInt8.self, repeating: 0, count: count * Self.stride)
    nulls = .allocate(capacity: max(count, 1))
    nulls.initialize(repeating: 1, count: count)
    lengths = .allocate(capacity: max(count, 1))
    lengths.initialize(repeating: 0, count: count)
    contents = .allocate(capacity: max(count, 1))
    contents.initialize(repeating: UnsafeMutableRawBufferPointer(start: nil, count: 0), count: count)
    for index in 0..<count {
      binds[index].buffer_type = Self.typeOfNull
      binds[index].buffer = fixed + index * Self.stride
      binds[index].is_null = nulls + index
      binds[index].length = lengths + index
    }
  }

  deinit {
    for index in 0..<count { contents[index].deallocate() }
    contents.deallocate()
    lengths.deallocate()
    nulls.deallocate()
    fixed.deallocate()
    binds.deallocate()
  }

  mutating func setNull(_ index: Int) { nulls[index] = 1 }

  mutating func set(_ value: Int64, _ index: Int) {
    place(index, MYSQL_TYPE_LONGLONG, isUnsigned: false).storeBytes(of: value, as: Int64.self)
  }

  mutating func set(_ value: UInt64, _ index: Int) {
    place(index, MYSQL_TYPE_LONGLONG, isUnsigned: true).storeBytes(of: value, as: UInt64.self)
  }

  mutating func set(_ value: Double, _ index: Int) {
    place(index, MYSQL_TYPE_DOUBLE, isUnsigned: false).storeBytes(of: value, as: Double.self)
  }

  mutating func set(_ value: MYSQL_TIME, _ index: Int, as type: enum_field_types) {
    place(index, type, isUnsigned: false).storeBytes(of: value, as: MYSQL_TIME.self)
  }

  mutating func set(_ bytes: UnsafeRawBufferPointer, _ index: Int, as type: enum_field_types) {
    if contents[index].count < bytes.count || contents[index].baseAddress == nil {
      contents[index].deallocate()
      // The library takes a missing buffer for NULL, so an empty string has one too.
      contents[index] = .allocate(byteCount: max(32, bytes.count + bytes.count / 2), alignment: 8)
    }
    contents[index].copyMemory(from: bytes)
    lengths[index] = UInt(bytes.count)
    size += bytes.count
    refer(index, type, isUnsigned: false, to: contents[index].baseAddress)
  }

  /// Makes all parameters NULL.
  mutating func reset() {
    for index in 0..<count {
      nulls[index] = 1
      if contents[index].count > Self.keptSize {
        contents[index].deallocate()
        contents[index] = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        refer(index, Self.typeOfNull, isUnsigned: false, to: fixed + index * Self.stride)
        nulls[index] = 1
      }
    }
    size = 0
  }

  private mutating func place(
    _ index: Int, _ type: enum_field_types, isUnsigned: Bool
  ) -> UnsafeMutableRawPointer {
    let place = fixed + index * Self.stride
    refer(index, type, isUnsigned: isUnsigned, to: place)
    return place
  }

  @inline(__always)
  private mutating func refer(
    _ index: Int, _ type: enum_field_types, isUnsigned: Bool, to place: UnsafeMutableRawPointer?
  ) {
    nulls[index] = 0
    let unsigned: my_bool = isUnsigned ? 1 : 0
    guard binds[index].buffer != place || binds[index].buffer_type != type || binds[index].is_unsigned != unsigned
    else { return }
    binds[index].buffer = place
    binds[index].buffer_type = type
    binds[index].is_unsigned = unsigned
    isChanged = true
  }
}

internal import CMariaDB
internal import ORDA

/// The parameters of many executions, column by column, as the library takes them.
///
/// Numbers lie one after another. For strings, bytes and times there are pointers, into memory that is filled from its
/// start and never moves while it contains anything.
struct ParameterArray: ~Copyable {
  /// The most rows sent at once; more gain nothing.
  static let rowLimit = 1000

  private(set) var count = 0
  /// How many bytes the rows take in a message, at most.
  private(set) var size = 0
  private let width: Int
  private let columns: UnsafeMutablePointer<Column>
  /// What the library knows about the columns.
  private let binds: UnsafeMutablePointer<MYSQL_BIND>
  private var memory: UnsafeMutableRawBufferPointer
  private var used = 0
  /// The most bytes sent at once, unless a single row has more.
  private let sizeLimit: Int

  private struct Column {
    var type = MYSQL_TYPE_NULL
    var isUnsigned: my_bool = 0
    let numbers: UnsafeMutablePointer<UInt64>
    /// 1 for NULL, else 0.
    let indicators: UnsafeMutablePointer<CChar>
    /// For values that are not numbers; nil as long as there are none.
    var pointers: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    let lengths: UnsafeMutablePointer<UInt>
  }

  /// What a value takes in a message at most, besides its string or bytes: type, indicator, and a length, number or
  /// time.
  private static let cellSize = 16

  /// - Parameters:
  ///   - parameters: How many parameters a row has, at least 1.
  ///   - sizeLimit: The most bytes sent at once.
  init(parameters: Int, sizeLimit: Int) {
    self.sizeLimit = sizeLimit
    width = parameters
    columns = .allocate(capacity: parameters)
    for index in 0..<parameters {
      (columns + index).initialize(
        to: Column(
          numbers: .allocate(capacity: Self.rowLimit), indicators: .allocate(capacity: Self.rowLimit),
          lengths: .allocate(capacity: Self.rowLimit)))
    }
    binds = .allocate(capacity: parameters)
    binds.initialize(repeating: MYSQL_BIND(), count: parameters)
    // Untouched memory costs nothing.
    memory = .allocate(byteCount: sizeLimit, alignment: 8)
  }

  deinit {
    for index in 0..<width {
      columns[index].numbers.deallocate()
      columns[index].indicators.deallocate()
      columns[index].lengths.deallocate()
      columns[index].pointers?.deallocate()
    }
    columns.deallocate()
    binds.deallocate()
    memory.deallocate()
  }

  // MARK: Adding

  /// How many bytes the bound values take in a message, at most.
  func size(of bound: borrowing BoundParameters) -> Int { bound.size + width * Self.cellSize }

  /// How many bytes of memory they need at most: times take more than in a message, and each begins at a multiple of 8.
  private func room(for bound: borrowing BoundParameters) -> Int {
    bound.size + width * (MemoryLayout<MYSQL_TIME>.stride + 8)
  }

  /// Adds the bound values as a row, if they can be sent together with the present rows: if there is room for them, and
  /// their types are the same.
  mutating func add(_ bound: borrowing BoundParameters) -> Bool {
    guard count < Self.rowLimit, size + size(of: bound) <= sizeLimit, used + room(for: bound) <= memory.count,
      hasTypes(of: bound)
    else { return false }
    append(bound)
    return true
  }

  /// Adds the bound values as the first row, however long they are.
  mutating func addFirst(_ bound: borrowing BoundParameters) {
    if room(for: bound) > memory.count {
      memory.deallocate()
      memory = .allocate(byteCount: room(for: bound), alignment: 8)
    }
    append(bound)
  }

  // Each column is accessed in place: it and the bound values are large, and copying them takes longer than everything
  // else.

  private func hasTypes(of bound: borrowing BoundParameters) -> Bool {
    for index in 0..<width where bound.binds[index].is_null.pointee == 0 {
      let type = columns[index].type
      if type == MYSQL_TYPE_NULL { continue }
      if type != bound.binds[index].buffer_type || columns[index].isUnsigned != bound.binds[index].is_unsigned {
        return false
      }
    }
    return true
  }

  private mutating func append(_ bound: borrowing BoundParameters) {
    for index in 0..<width {
      guard bound.binds[index].is_null.pointee == 0, let source = bound.binds[index].buffer else {
        columns[index].indicators[count] = 1
        columns[index].numbers[count] = 0
        columns[index].pointers?[count] = nil
        columns[index].lengths[count] = 0
        continue
      }
      columns[index].indicators[count] = 0
      columns[index].type = bound.binds[index].buffer_type
      columns[index].isUnsigned = bound.binds[index].is_unsigned
      switch columns[index].type {
      case MYSQL_TYPE_LONGLONG, MYSQL_TYPE_DOUBLE:
        columns[index].numbers[count] = source.load(as: UInt64.self)
      case MYSQL_TYPE_DATE, MYSQL_TYPE_TIME, MYSQL_TYPE_DATETIME:
        keep(source, MemoryLayout<MYSQL_TIME>.size, in: index)
      default: keep(source, Int(bound.binds[index].length.pointee), in: index)
      }
    }
    count += 1
    size += size(of: bound)
  }

  /// Copies a value; there is room for it.
  private mutating func keep(_ source: UnsafeMutableRawPointer, _ length: Int, in index: Int) {
    guard let place = memory.baseAddress?.advanced(by: used) else { return }
    place.copyMemory(from: source, byteCount: length)
    pointers(of: index)[count] = place
    columns[index].lengths[count] = UInt(length)
    used += (length + 7) & ~7
  }

  private func pointers(of index: Int) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    if let pointers = columns[index].pointers { return pointers }
    let made = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: Self.rowLimit)
    made.initialize(repeating: nil, count: Self.rowLimit)
    columns[index].pointers = made
    return made
  }

  /// Drops all rows.
  mutating func removeAll() {
    count = 0
    size = 0
    used = 0
    for index in 0..<width { columns[index].type = MYSQL_TYPE_NULL }
  }

  // MARK: Sending

  /// Binds some rows for the library: the statement's next execution is one for each of them.
  func bind(_ rows: Range<Int>, to statement: UnsafeMutablePointer<MYSQL_STMT>) {
    for index in 0..<width {
      binds[index] = described(columns[index])
      orda_mariadb_set_indicators(binds + index, columns[index].indicators + rows.lowerBound)
      if let pointers = pointersInUse(of: index) {
        binds[index].buffer = UnsafeMutableRawPointer(pointers + rows.lowerBound)
        binds[index].length = columns[index].lengths + rows.lowerBound
      } else {
        binds[index].buffer = UnsafeMutableRawPointer(columns[index].numbers + rows.lowerBound)
      }
    }
    var size = UInt32(rows.count)
    mysql_stmt_attr_set(statement, STMT_ATTR_ARRAY_SIZE, &size)
    mysql_stmt_bind_param(statement, binds)
  }

  /// Binds one row for the library, to be sent like any execution.
  func bind(row: Int, to statement: UnsafeMutablePointer<MYSQL_STMT>) {
    for index in 0..<width {
      binds[index] = described(columns[index])
      binds[index].is_null = columns[index].indicators + row
      if let pointers = pointersInUse(of: index) {
        binds[index].buffer = pointers[row]
        binds[index].length = columns[index].lengths + row
      } else {
        binds[index].buffer = UnsafeMutableRawPointer(columns[index].numbers + row)
      }
    }
    Self.unbind(statement)
    mysql_stmt_bind_param(statement, binds)
  }

  /// Makes the library send single executions again.
  static func unbind(_ statement: UnsafeMutablePointer<MYSQL_STMT>) {
    var none: UInt32 = 0
    mysql_stmt_attr_set(statement, STMT_ATTR_ARRAY_SIZE, &none)
  }

  private func described(_ column: Column) -> MYSQL_BIND {
    var bind = MYSQL_BIND()
    // A column with nothing but NULLs has no type: the server could refuse it for having another one.
    bind.buffer_type = column.type
    bind.is_unsigned = column.isUnsigned
    return bind
  }

  private func pointersInUse(of index: Int) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    switch columns[index].type {
    case MYSQL_TYPE_LONGLONG, MYSQL_TYPE_DOUBLE, MYSQL_TYPE_NULL: nil
    default: columns[index].pointers
    }
  }
}

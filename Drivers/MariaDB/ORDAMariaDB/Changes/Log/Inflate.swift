/// Undoes DEFLATE (RFC 1951): how a server compresses events, and the cells of COMPRESSED columns.
///
/// The client library is linked to zlib, and a program that uses it is not; this is little, and reads nothing beyond what
/// it is given.
struct Inflate {
  private var input: LogBytes
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var output: [UInt8] = []
  private let limit: Int

  /// - Parameters:
  ///   - size: How many bytes it makes; another number is damage.
  ///   - isWrapped: Whether zlib's header comes first.
  static func inflate(
    _ bytes: UnsafeRawBufferPointer, size: Int, isWrapped: Bool = true
  ) throws(DamagedEvent) -> [UInt8] {
    // One byte makes 1032 at most.
    guard size >= 0, size / 1032 <= bytes.count else { throw DamagedEvent() }
    var input = LogBytes(bytes)
    if isWrapped {
      let (method, flags) = (try input.byte(), try input.byte())
      guard method & 15 == 8, flags & 0x20 == 0, (Int(method) << 8 | Int(flags)) % 31 == 0 else { throw DamagedEvent() }
    }
    var inflate = Inflate(input: input, limit: size)
    inflate.output.reserveCapacity(size)
    try inflate.blocks()
    guard inflate.output.count == size else { throw DamagedEvent() }
    return inflate.output
  }

  private init(input: LogBytes, limit: Int) {
    self.input = input
    self.limit = limit
  }

  private mutating func blocks() throws(DamagedEvent) {
    while true {
      let isLast = try take(1) == 1
      switch try take(2) {
      case 0: try stored()
      case 1: try compressed(Self.fixed.lengths, Self.fixed.distances)
      case 2:
        let (lengths, distances) = try codes()
        try compressed(lengths, distances)
      default: throw DamagedEvent()
      }
      if isLast { return }
    }
  }

  /// So many bits, 16 at most, the lowest first.
  private mutating func take(_ count: Int) throws(DamagedEvent) -> Int {
    while bitCount < count {
      bits |= UInt64(try input.byte()) << UInt64(bitCount)
      bitCount += 8
    }
    defer {
      bits >>= UInt64(count)
      bitCount -= count
    }
    return Int(bits & (1 << UInt64(count) - 1))
  }

  private mutating func stored() throws(DamagedEvent) {
    // The rest of a byte is left out; of whole ones none was taken in advance.
    bits = 0
    bitCount = 0
    let count = Int(try input.load(UInt16.self))
    guard try input.load(UInt16.self) == UInt16(truncatingIfNeeded: ~count), count <= limit - output.count else {
      throw DamagedEvent()
    }
    output.append(contentsOf: try input.take(count))
  }

  private mutating func compressed(_ lengths: Code, _ distances: Code) throws(DamagedEvent) {
    while true {
      let symbol = try next(lengths)
      if symbol < 256 {
        guard output.count < limit else { throw DamagedEvent() }
        output.append(UInt8(truncatingIfNeeded: symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengthBases.count else { throw DamagedEvent() }
      let count = Self.lengthBases[symbol - 257] + (try take(Self.lengthBits[symbol - 257]))
      let place = try next(distances)
      guard place < Self.distanceBases.count else { throw DamagedEvent() }
      let distance = Self.distanceBases[place] + (try take(Self.distanceBits[place]))
      guard distance <= output.count, count <= limit - output.count else { throw DamagedEvent() }
      // What is copied may be what was just written.
      for _ in 0..<count { output.append(output[output.count - distance]) }
    }
  }

  /// The codes that a block brings with it.
  private mutating func codes() throws(DamagedEvent) -> (Code, Code) {
    let lengthCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    var sizes = [UInt8](repeating: 0, count: 19)
    for index in 0..<(try take(4) + 4) { sizes[Self.order[index]] = UInt8(truncatingIfNeeded: try take(3)) }
    let code = try Code(sizes[...])
    var all: [UInt8] = []
    while all.count < lengthCount + distanceCount {
      let symbol = try next(code)
      switch symbol {
      case 0..<16: all.append(UInt8(truncatingIfNeeded: symbol))
      case 16:
        guard let last = all.last else { throw DamagedEvent() }
        all.append(contentsOf: repeatElement(last, count: try take(2) + 3))
      case 17: all.append(contentsOf: repeatElement(0, count: try take(3) + 3))
      default: all.append(contentsOf: repeatElement(0, count: try take(7) + 11))
      }
    }
    guard all.count == lengthCount + distanceCount else { throw DamagedEvent() }
    return (try Code(all[..<lengthCount]), try Code(all[lengthCount...]))
  }

  private mutating func next(_ code: Code) throws(DamagedEvent) -> Int {
    // A code's words of one size are numbers in a row: `first` is the first of them, `index` the place of its symbol.
    var word = 0
    var first = 0
    var index = 0
    for size in 1...15 {
      word |= try take(1)
      let count = code.counts[size]
      if word - first < count { return code.symbols[index + word - first] }
      index += count
      first = (first + count) << 1
      word <<= 1
    }
    throw DamagedEvent()
  }

  /// A Huffman code: how many words there are of each size, and what they stand for, in their order.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ sizes: ArraySlice<UInt8>) throws(DamagedEvent) {
      for size in sizes where size > 0 { counts[Int(size & 15)] += 1 }
      // More words than there can be of a size would lead beyond the symbols.
      var free = 1
      for size in 1...15 {
        free = free << 1 - counts[size]
        guard free >= 0 else { throw DamagedEvent() }
      }
      symbols.reserveCapacity(sizes.count)
      for size in 1...15 where counts[size] > 0 {
        for (symbol, own) in sizes.enumerated() where own == size { symbols.append(symbol) }
      }
    }

    /// Of sizes that are known to be right.
    fileprivate init(known sizes: [UInt8]) {
      for size in sizes { counts[Int(size & 15)] += 1 }
      symbols = (1...15).flatMap { size in sizes.indices.filter { sizes[$0] == size } }
    }
  }

  private static let fixed: (lengths: Code, distances: Code) = {
    let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 as UInt8 }
    return (Code(known: lengths), Code(known: [UInt8](repeating: 5, count: 30)))
  }()

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
}

/// The bytes of a source, without the UTF-8 byte order mark that some programs begin a file with.
struct WithoutByteOrderMark<Source: ByteSource>: ByteSource {
  private var source: Source
  private var hasBegun = false

  init(_ source: Source) { self.source = source }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard !hasBegun, buffer.count >= 3 else { return try source.read(into: buffer) }
    hasBegun = true
    var count = 0
    while count < 3 {
      let added = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      if added == 0 { return count }
      count += added
    }
    guard buffer[..<3].elementsEqual([0xEF, 0xBB, 0xBF]) else { return count }
    if count == 3 { return try source.read(into: buffer) }
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[3..<count]))
    return count - 3
  }
}

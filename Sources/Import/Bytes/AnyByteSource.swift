/// A source of any type: readers are compiled for this one, in this module, and not for each that others have.
struct AnyByteSource: ByteSource {
  private var source: any ByteSource

  init(_ source: any ByteSource) { self.source = source }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { try source.read(into: buffer) }
}

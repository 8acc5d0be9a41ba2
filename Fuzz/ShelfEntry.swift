/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzzShelf(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

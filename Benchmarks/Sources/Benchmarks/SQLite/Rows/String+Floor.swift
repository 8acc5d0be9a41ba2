import CFloor

extension String {
  init(_ text: cf_text) {
    self.init(
      decoding: UnsafeRawBufferPointer(start: text.bytes, count: Int(text.count)), as: UTF8.self)
  }

  func mix(into sum: inout UInt64) {
    var text = self
    text.withUTF8 { sum = cf_mix_bytes(sum, $0.baseAddress, $0.count) }
  }
}

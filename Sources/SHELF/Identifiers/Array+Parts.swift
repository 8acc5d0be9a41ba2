extension Array {
  /// Its elements in parts of one length; the last may be shorter.
  func parts(of length: Int) -> some Sequence<[Element]> {
    stride(from: startIndex, to: endIndex, by: length).lazy.map { Array(self[$0..<Swift.min($0 + length, endIndex)]) }
  }
}

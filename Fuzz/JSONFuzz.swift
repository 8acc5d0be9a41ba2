/// Reads the bytes as JSON. What can be read must be the same after it is written and read again, and the same as an
/// element of an array that arrives in pieces; what can't be read must not be readable there either.
func fuzzJSON(_ bytes: UnsafeBufferPointer<UInt8>) {
  let value = try? JSONReader.read(bytes)
  precondition(inPieces(bytes) == value || !isOneElement(bytes), "read in pieces, the value is another")
  guard let value else { return }
  var written: [UInt8] = []
  let output = Output { written.append(contentsOf: $0) }
  output.writeJSON(value)
  // Gathering in memory does not fail.
  try? output.flush()
  guard let again = try? written.withUnsafeBufferPointer({ try JSONReader.read($0) }) else {
    preconditionFailure("what was written can't be read")
  }
  precondition(again == value, "read again, the value is another")
  precondition((try? JSONReader.read(value.text)) == value, "read again from its text, the value is another")
}

/// The value as the only element of an array, of which seven bytes arrive at a time.
private func inPieces(_ bytes: UnsafeBufferPointer<UInt8>) -> JSONValue? {
  var elements = JSONElements(MemorySource([0x5B] + bytes + [0x5D], chunk: 7), capacity: 16)
  guard let value = try? elements.next(), (try? elements.next()) == JSONValue?.none else { return nil }
  return value
}

/// False for bytes that are several elements once they stand within brackets, or none.
private func isOneElement(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  guard case .array(let elements)? = try? ([0x5B] + bytes + [0x5D]).withUnsafeBufferPointer({ try JSONReader.read($0) })
  else { return false }
  return elements.count == 1
}

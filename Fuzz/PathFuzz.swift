internal import Foundation

/// Reads the bytes as the path of an ODB. What can be read must be the same after it is written and read again; and whatever the
/// names, the form in which they are compared must be its own, and that of all that Unicode takes for the same.
func fuzzPath(_ bytes: UnsafeBufferPointer<UInt8>) {
  let text = String(decoding: bytes, as: UTF8.self)
  let folded = NameFolding.fold(text)
  precondition(isSame(NameFolding.fold(folded), folded), "folded again, the name is another: \(text.debugDescription)")
  let decomposed = NameFolding.fold(text.decomposedStringWithCanonicalMapping)
  precondition(isSame(decomposed, folded), "decomposed, the name is another: \(text.debugDescription)")
  check([text])
  check(["root", text])
  if let names = try? PathText.read(text) { check(names) }
}

private func check(_ names: [String]) {
  let names = names.first.map { NodeName($0) } == .root ? Array(names.dropFirst()) : names
  let written = PathText.write(names)
  guard let again = try? PathText.read(written) else {
    preconditionFailure("what was written can't be read: \(written)")
  }
  // Swift compares text by its meaning; the database compares bytes.
  precondition(again.elementsEqual(names, by: isSame), "read again, the path is another: \(written)")
  precondition(isSame(PathText.write(again), written), "written again, the path differs: \(written)")
}

private func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

#if canImport(ORDA)
  import ORDA
#endif

/// Reads the bytes as a URL of both shapes. What can be read must be the same after it is written and read again, and
/// its description must be made without a trap.
public func fuzzURL(_ bytes: UnsafeBufferPointer<UInt8>) {
  let text = String(decoding: bytes, as: UTF8.self)
  _ = try? DatabaseURL.scheme(of: text)
  for shape in [DatabaseURL.Shape.file, .name, .server] {
    guard let url = try? DatabaseURL(text, shape: shape) else { continue }
    let written = url.textWithSecrets
    guard let again = try? DatabaseURL(written, shape: shape) else {
      preconditionFailure("what was written can't be read: \(written)")
    }
    precondition(again == url, "read again, the URL is another: \(written)")
    // Swift compares text by its meaning; a file system compares bytes.
    precondition(written.utf8.elementsEqual(again.textWithSecrets.utf8), "written again, the URL differs: \(written)")
    _ = url.description
    do {
      let values = try OptionTable.core.resolve(url.options)
      _ = values.explain()
    } catch {
      precondition(error.kind == .badURL, "an option failed with \(error.kind)")
    }
  }
}

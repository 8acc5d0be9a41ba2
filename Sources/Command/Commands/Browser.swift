#if Server
  import ORDAPlatform

  /// The page that leads the browser of whoever sits at this machine to an address with a token.
  ///
  /// The address itself is no argument of a program, where everybody on the machine could read it: it stands in a file that only this
  /// user may read.
  struct BrowserPage {
    private let path: String

    /// Writes the page, and opens it in the browser. Where there is none, the address was printed.
    ///
    /// - Throws: ``FileError`` and ``OutputFailure``.
    init(leadingTo address: String) throws {
      let ending = ".html"
      var template = Array("/tmp/orda-serve-XXXXXX\(ending)".utf8CString)
      let descriptor = mkstemps(&template, Int32(ending.utf8.count))
      guard descriptor >= 0 else { throw FileError(path: "a temporary file in /tmp", number: errno) }
      defer { close(descriptor) }
      path = template.withUnsafeBufferPointer {
        String(decoding: $0.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
      let output = Output(descriptor: descriptor)
      output.write(
        "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url=\(address)\"><a href=\"\(address)\">orda</a>\n")
      try output.flush()
      #if canImport(Darwin)
        _ = system("open '\(path)' >/dev/null 2>&1 &")
      #else
        _ = system("xdg-open '\(path)' >/dev/null 2>&1 &")
      #endif
    }

    func delete() { unlink(path) }
  }
#endif

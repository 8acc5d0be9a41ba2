import ORDA
import ORDAPlatform

/// The bytes of a source in another encoding, converted to UTF-8 by the system's iconv.
final class EncodedSource<Source: ByteSource>: ByteSource {
  #if canImport(Darwin)
    init(_ source: Source, encoding: String) throws {
      throw EncodingError(
        description: "other encodings than UTF-8 can't be read on this system; convert the file first")
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { 0 }
  #else
    private var source: Source
    private let encoding: String
    private let descriptor: iconv_t
    /// What was read; its first `pending` bytes are yet to be converted.
    private var bytes = [UInt8](repeating: 0, count: 1 << 16)
    private var pending = 0
    /// How many bytes were converted, and how many lines they had.
    private var converted = 0
    private var lines = 1
    private var isAtEnd = false

    /// - Throws: ``EncodingError`` for a name that the system does not know.
    init(_ source: Source, encoding: String) throws {
      self.source = source
      self.encoding = encoding
      guard let descriptor = iconv_open("UTF-8", encoding), descriptor != iconv_t(bitPattern: -1) else {
        throw EncodingError(unknown: encoding)
      }
      self.descriptor = descriptor
    }

    deinit { iconv_close(descriptor) }

    /// - Throws: ``EncodingError`` for bytes that are invalid in the encoding, and what the source throws.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      while true {
        let count = try convert(into: buffer)
        if count > 0 || isAtEnd && pending == 0 { return count }
        if isAtEnd { throw refusal() }
        let added = try bytes.withUnsafeMutableBytes { room in
          try source.read(into: UnsafeMutableRawBufferPointer(rebasing: room[pending...]))
        }
        if added == 0 { isAtEnd = true }
        pending += added
      }
    }

    /// Converts what is pending; returns how many bytes that gave.
    private func convert(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      if pending == 0 { return 0 }
      var left = pending
      var room = buffer.count
      var isRefused = false
      bytes.withUnsafeMutableBytes { bytes in
        var input = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        var output = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        let result = iconv(descriptor, &input, &left, &output, &room)
        // E2BIG: there is no more room. EINVAL: a character continues in what is read next.
        isRefused = result == Int(bitPattern: UInt.max) && errno == EILSEQ
      }
      let made = buffer.count - room
      lines += buffer[..<made].count { $0 == 0x0A }
      converted += pending - left
      bytes.removeSubrange(..<(pending - left))
      bytes.append(contentsOf: repeatElement(0, count: pending - left))
      pending = left
      // What precedes it is returned first.
      if isRefused, made == 0 { throw refusal() }
      return made
    }

    private func refusal() -> EncodingError {
      EncodingError(
        description:
          "line \(lines): byte \(Grouped.digits(converted + 1)) of the file is the beginning of no \(encoding)")
    }
  #endif
}

/// A file's bytes, or its encoding, don't make text.
package struct EncodingError: Error, CustomStringConvertible {
  package let description: String

  init(description: String) { self.description = description }

  /// Some of the names, for people who don't know theirs.
  private static let names = [
    "UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "ISO-8859-1", "ISO-8859-2", "ISO-8859-15", "LATIN1",
    "WINDOWS-1250",
    "WINDOWS-1251", "WINDOWS-1252", "CP437", "CP850", "CP1252", "MACINTOSH", "KOI8-R", "SHIFT_JIS", "EUC-JP", "EUC-KR",
    "GB18030", "BIG5",
  ]

  init(unknown name: String) {
    let near = nearestName(to: name, among: Self.names).map { "; did you mean \($0)?" } ?? ""
    description =
      "there is no encoding '\(name)'\(near) (some are \(Self.names.joined(separator: ", ")); iconv -l lists all)"
  }
}

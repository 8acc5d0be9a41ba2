import ORDAPlatform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file in the folder for temporary files that a person edits, and nobody else may read. It stays until it is
/// deleted.
struct EditedFile {
  /// Where it is.
  let path: String
  /// Its initial contents.
  let original: [UInt8]

  /// The editor could not be run, or reported a failure.
  struct EditorFailure: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameter name: The beginning of its name.
  /// - Throws: ``FileError``, ``OutputFailure``.
  init(_ contents: [UInt8], name: String) throws {
    let folder = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let ending = ".json"
    var template = Array("\(folder)/\(name)-XXXXXX\(ending)".utf8CString)
    let descriptor = mkstemps(&template, Int32(ending.utf8.count))
    guard descriptor >= 0 else { throw FileError(path: "a temporary file in \(folder)", number: errno) }
    defer { close(descriptor) }
    path = template.withUnsafeBufferPointer {
      String(decoding: $0.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    original = contents
    let output = Output(descriptor: descriptor)
    output.write(contents)
    try output.flush()
  }

  /// Runs the person's editor on it, and waits for it to end.
  ///
  /// - Throws: ``EditorFailure``.
  func edit() throws {
    let environment = { (name: String) in getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }
    let editor = environment("VISUAL") ?? environment("EDITOR") ?? "vi"
    let quoted = path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    try StandardStreams.output.flush()
    // The shell interprets the editor's command line; meanwhile keyboard signals only go to the editor.
    let status = system("\(editor) '\(quoted)'")
    guard status != 0 else { return }
    let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 0
    if code == 126 || code == 127 {
      throw EditorFailure(description: "the editor '\(editor)' can't be run: set EDITOR to one that can")
    }
    throw EditorFailure(description: "the editor '\(editor)' has ended with an error")
  }

  /// Its current contents.
  ///
  /// - Throws: ``FileError``, and ``TextFile/NoText`` if they are not UTF-8.
  func read() throws -> [UInt8] { Array(try TextFile.read(path).utf8) }

  func delete() { unlink(path) }
}

import ORDAPlatform

/// The file of a history: an input on each line, with its own line ends written as `\n`.
///
/// Several shells may write to it at once: each appends its lines under a lock, so that none is lost. Only the user can
/// read it.
struct HistoryFile {
  let path: String
  /// How many inputs are kept; the file may hold half as many more before the oldest are removed.
  var limit = 2000

  /// The location of the history: the file named by `ORDA_HISTORY`, or none if that is empty; otherwise `orda/history`
  /// in `XDG_STATE_HOME`, or in `.local/state` at home. Nil if there is no place for it.
  static func standard(environment: (String) -> String?) -> HistoryFile? {
    if let path = environment("ORDA_HISTORY") { return path.isEmpty ? nil : HistoryFile(path: path) }
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return HistoryFile(path: state + "/orda/history")
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return HistoryFile(path: home + "/.local/state/orda/history")
  }

  /// The inputs, the latest last; none if there is no file yet.
  ///
  /// - Throws: ``FileError``.
  func read() throws -> [String] {
    guard access(path, F_OK) == 0 else { return [] }
    return try withFile(lock: LOCK_SH) { Array(try inputs(of: $0).suffix(limit)) }
  }

  /// Adds an input.
  ///
  /// - Throws: ``FileError``.
  func append(_ input: String) throws {
    try withFile(lock: LOCK_EX) { descriptor in
      try write(Self.line(input), to: descriptor)
      // A line has at least two bytes: a short file need not be counted.
      guard lseek(descriptor, 0, SEEK_END) > limit * 2 else { return }
      let all = try inputs(of: descriptor)
      guard all.count > limit + limit / 2 else { return }
      guard ftruncate(descriptor, 0) == 0 else { throw FileError(path: path, number: errno) }
      try write(all.suffix(limit).map(Self.line).joined(), to: descriptor)
    }
  }

  private static func line(_ input: String) -> String {
    var line = ""
    for scalar in input.unicodeScalars {
      switch scalar {
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line + "\n"
  }

  private static func input(_ line: Substring) -> String {
    var input = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        input.append(scalar == "n" ? "\n" : scalar == "r" ? "\r" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        input.append(scalar)
      }
    }
    return String(input)
  }

  // MARK: The file

  private func withFile<R>(lock: Int32, _ body: (Int32) throws -> R) throws -> R {
    makeFolders()
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path, number: errno) }
    defer { close(descriptor) }
    while flock(descriptor, lock) != 0 {
      guard errno == EINTR else { throw FileError(path: path, number: errno) }
    }
    return try body(descriptor)
  }

  private func makeFolders() {
    var end = path.startIndex
    while let slash = path[end...].dropFirst().firstIndex(of: "/") {
      // What exists already is left as it is; what can't be made shows when the file is opened.
      mkdir(String(path[..<slash]), 0o700)
      end = slash
    }
  }

  private func inputs(of descriptor: Int32) throws -> [String] {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FileError(path: path, number: errno) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = systemRead(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(path: path, number: errno) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(Self.input)
  }

  private func write(_ text: String, to descriptor: Int32) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError(path: path, number: errno) }
      rest = rest.dropFirst(count)
    }
  }
}

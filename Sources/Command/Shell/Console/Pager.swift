#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import ORDAImport
import ORDAPlatform

/// A program such as less that shows what is longer than the screen; shorter output goes to the screen directly.
final class Pager {
  /// The person has left it, so nothing more needs to be written.
  struct Left: Error {}

  /// It could not be run.
  struct Failure: Error, CustomStringConvertible {
    let command: String
    var description: String {
      "the pager '\(VisibleText.escaping(command))' can't be run, and is off now; .pager sets another"
    }
  }

  /// How much is held back at most before the program is started, however few lines it is.
  private static let heldLimit = 1 << 20

  /// Where to write.
  private(set) var output = Output { _ in }
  private let command: String
  private let height: Int
  private var held: [UInt8] = []
  private var lines = 0
  private var process: pid_t?
  private var pipe: Int32 = -1
  private var hasLeft = false

  /// - Parameters:
  ///   - command: A shell command that reads its standard input.
  ///   - height: How many lines the screen has.
  init(command: String, height: Int) {
    self.command = command
    self.height = height
    output = Output { [unowned self] in try take($0) }
  }

  deinit { if pipe >= 0 { close(pipe) } }

  /// The environment's pager: `PAGER`, otherwise less if it is installed; nil for none.
  static func standard(environment: (String) -> String?) -> String? {
    if let named = environment("PAGER") { return named.allSatisfy(\.isWhitespace) ? nil : named }
    let folders = (environment("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    // One screenful stays without paging, long lines are cut, colours stay, and the screen is not cleared at the end.
    return folders.contains { access("\($0)/less", X_OK) == 0 } ? "less -SRFX" : nil
  }

  /// - Throws: ``Left``.
  func check() throws { if hasLeft { throw Left() } }

  /// Writes the rest, and waits until the person has left the program.
  ///
  /// - Throws: ``Failure``, ``OutputFailure``.
  func finish() throws {
    // That the person has left is not a failure.
    do { try output.flush() } catch is Left {}
    guard let process else {
      StandardStreams.standard.write(held)
      held = []
      return try StandardStreams.standard.flush()
    }
    close(pipe)
    pipe = -1
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    self.process = nil
    // With these codes a shell reports that there is no such program, or that it can't be run.
    let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 0
    if code == 126 || code == 127 { throw Failure(command: command) }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) throws {
    if process != nil { return try send(bytes) }
    held.append(contentsOf: bytes)
    lines += bytes.count { $0 == 0x0A }
    guard lines >= height || held.count > Self.heldLimit else { return }
    try start()
    let first = held
    held = []
    try first.withUnsafeBytes { try send($0) }
  }

  private func send(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = systemWrite(pipe, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        hasLeft = true
        throw Left()
      }
      rest = rest.dropFirst(count)
    }
  }

  private func start() throws {
    // Writing to a pipe without a reader would otherwise end this program.
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    guard systemPipe(&ends) == 0 else { throw FileError(path: "a pipe", number: errno) }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    defer { close(ends[0]) }
    process = try Self.spawn(command, input: ends[0])
    pipe = ends[1]
  }

  /// Runs a command with the system's shell, with the original signal handling.
  private static func spawn(_ command: String, input: Int32) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_addclose(&actions, input)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, ignored) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&ignored)
    sigaddset(&ignored, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words: [String] = ["/bin/sh", "-c", command]
    let settings: [String] = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let number = posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, &variables)
    guard number == 0 else { throw FileError(path: "/bin/sh", number: number) }
    return process
  }
}

/// The system's `pipe`, where a property has the name.
private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

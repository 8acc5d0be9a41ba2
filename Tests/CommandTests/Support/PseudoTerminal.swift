import Foundation
import ORDAPlatform

/// The command in a terminal of its own, of which a test is the keyboard and the eye.
///
/// The child leads a session, and the terminal is the first that it opens: it becomes its controlling one, so that Control-C
/// is a signal.
final class PseudoTerminal: @unchecked Sendable {
  // Proof: `state` and `columns` are touched under the lock alone; everything else never changes.
  private struct State {
    var bytes: [UInt8] = []
    var isOver = false
    var status: Int32?
    var isHangingUp = false
    var waiters: [(isMet: @Sendable (PseudoTerminal.View) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  /// What a test can see.
  struct View {
    /// All that the command has written.
    var text: String
    /// What a terminal of the width shows of it, without an end above.
    var screen: Screen
    /// True once the command has ended, and all of its output is there.
    var isOver: Bool
  }

  /// What was waited for did not come.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  private let lock = NSLock()
  private var state = State()
  private let master: Int32
  private let child: pid_t
  private var columns: Int
  /// A pipe by which the reading thread is told to hang up; it closes both ends.
  private let wake: (read: Int32, write: Int32)

  private init(_ arguments: [String], columns: Int, rows: Int, environment: [String: String]) throws {
    self.columns = columns
    let path: String
    (master, path) = try Self.open()
    wake = try privatePipe()
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)

    var variables = ProcessInfo.processInfo.environment
    for name in ["LC_CTYPE", "LC_ALL", "COLUMNS", "XDG_STATE_HOME"] { variables[name] = nil }
    variables.merge(["LANG": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1", "ORDA_HISTORY": ""]) { _, new in new }
    // A pager would wait for keys.
    variables["PAGER"] = ""
    variables.merge(environment) { _, new in new }
    child = try Self.spawn(
      BuiltProgram.folder.appendingPathComponent("orda").path, arguments, on: path,
      variables.map { "\($0.key)=\($0.value)" })
    Thread.detachNewThread { [self] in read() }
  }

  /// Runs the command for the length of a closure.
  static func run<R>(
    _ arguments: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    isolation: isolated (any Actor)? = #isolation, _ body: (PseudoTerminal) async throws -> R
  ) async throws -> R {
    let terminal = try PseudoTerminal(arguments, columns: columns, rows: rows, environment: environment)
    defer { terminal.hangUp(killing: true) }
    return try await body(terminal)
  }

  /// A new pseudo-terminal: its keyboard's end, and the path of the other.
  private static func open() throws -> (Int32, String) {
    func failure() -> Missing {
      Missing(description: "there is no pseudo-terminal: \(String(cString: strerror(errno)))")
    }
    #if canImport(Darwin)
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
        throw failure()
      }
      return (master, String(cString: name))
    #else
      // What posix_openpt, unlockpt and ptsname do, which Swift does not see.
      let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      let master = ORDAPlatform.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var locked: Int32 = 0
      var number: Int32 = 0
      guard master >= 0, ioctl(master, setLock, &locked) == 0, ioctl(master, getNumber, &number) == 0 else {
        throw failure()
      }
      return (master, "/dev/pts/\(number)")
    #endif
  }

  private static func spawn(
    _ program: String, _ arguments: [String], on terminal: String, _ environment: [String]
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    #if canImport(Darwin)
      let newSession = Int16(POSIX_SPAWN_SETSID)
    #else
      let newSession: Int16 = 0x80
    #endif
    posix_spawnattr_setflags(
      &attributes, newSession | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var child: pid_t = 0
    let error = posix_spawn(&child, program, &actions, &attributes, &words, &variables)
    guard error == 0 else { throw Missing(description: "\(program): \(String(cString: strerror(error)))") }
    return child
  }

  /// Reads until the command has ended.
  private func read() {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while !lock.withLock({ state.isHangingUp }) {
      var wanted = [master, wake.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&wanted, 2, -1) > 0, wanted[0].revents != 0 else { continue }
      let count = systemRead(&chunk)
      // Nobody has the terminal open any more.
      guard count > 0 else { break }
      change { $0.bytes += chunk[..<count] }
    }
    close(master)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    change {
      $0.isOver = true
      close(wake.read)
      close(wake.write)
      $0.status = signal == 0 ? (status >> 8) & 0xFF : -signal
    }
  }

  private func systemRead(_ chunk: inout [UInt8]) -> Int {
    while true {
      let count = ORDAPlatform.read(master, &chunk, chunk.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let met: [CheckedContinuation<Void, Never>] = lock.withLock {
      body(&state)
      guard !state.waiters.isEmpty else { return [] }
      let view = self.view
      let split = state.waiters.partition { $0.isMet(view) || view.isOver }
      defer { state.waiters.removeSubrange(split...) }
      return state.waiters[split...].map(\.continuation)
    }
    for continuation in met { continuation.resume() }
  }

  /// Under the lock only.
  private var view: View {
    let text = String(decoding: state.bytes, as: UTF8.self)
    return View(text: text, screen: Screen(text, columns: columns), isOver: state.isOver)
  }

  // MARK: For tests

  /// What there is now.
  var now: View { lock.withLock { view } }

  /// Waits until a condition is met, and returns what is there then.
  ///
  /// - Throws: ``Missing``, with all that the command wrote, where the command ends before.
  @discardableResult
  func wait(_ what: String, until isMet: @escaping @Sendable (View) -> Bool) async throws -> View {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isThere = lock.withLock {
        let view = self.view
        if isMet(view) || view.isOver { return true }
        state.waiters.append((isMet, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
    let view = now
    guard isMet(view) else {
      throw Missing(description: "waited for \(what) in vain; there is:\n\(view.text.debugDescription)")
    }
    return view
  }

  /// Waits until the line of the cursor is this one, blanks at its end left aside.
  @discardableResult
  func wait(line: String) async throws -> View {
    try await wait("the line '\(line)'") { $0.screen.cursorLine == line }
  }

  /// Waits until the command has ended, and returns its exit status, or the signal that ended it as a negative number.
  func end() async throws -> Int32? {
    try await wait("the end") { $0.isOver }
    return lock.withLock { state.status }
  }

  /// Types keys.
  func type(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends a signal to the command.
  func send(_ signal: Int32) { lock.withLock { if !state.isOver { _ = kill(child, signal) } } }

  /// Gives the terminal another width.
  func resize(columns: Int) {
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    lock.withLock {
      self.columns = columns
      _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }
  }

  /// Takes the terminal away.
  func hangUp(killing: Bool = false) {
    lock.withLock {
      guard !state.isOver else { return }
      state.isHangingUp = true
      var byte: UInt8 = 1
      _ = write(wake.write, &byte, 1)
      if killing { kill(child, SIGKILL) }
    }
  }

  /// How the terminal treats keys: with or without its own editing.
  var editsLinesItself: Bool {
    var mode = termios()
    return tcgetattr(master, &mode) == 0 && mode.c_lflag & tcflag_t(ICANON) != 0 && mode.c_lflag & tcflag_t(ECHO) != 0
      && mode.c_lflag & tcflag_t(ISIG) != 0
  }

  static let up = "\u{1B}[A"
  static let left = "\u{1B}[D"
  static let home = "\u{1B}[H"
  static let backspace = "\u{7F}"
  static func control(_ letter: Character) -> String {
    String(UnicodeScalar((letter.asciiValue ?? 0) & 0x1F))
  }
}

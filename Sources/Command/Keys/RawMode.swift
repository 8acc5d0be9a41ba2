import ORDAPlatform

/// Whether a terminal edits lines itself, the default, or passes every key to the program.
struct RawMode {
  private let descriptor: Int32
  private let original: termios

  /// The terminal as it is now; nil for anything else.
  init?(_ descriptor: Int32) {
    var mode = termios()
    guard tcgetattr(descriptor, &mode) == 0 else { return nil }
    self.descriptor = descriptor
    original = mode
  }

  /// Passes every key to the program. What was already typed stays.
  func enter() {
    var mode = original
    mode.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
    mode.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
    withUnsafeMutableBytes(of: &mode.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    set(mode)
  }

  /// Restores the terminal.
  func leave() { set(original) }

  private func set(_ mode: termios) {
    var mode = mode
    while tcsetattr(descriptor, TCSADRAIN, &mode) != 0, errno == EINTR {}
  }
}

import ORDAPlatform

/// The signals that concern a shell, to wait for together with input.
///
/// A handler may do next to nothing, so it writes the signal's number into a pipe, and the program reads it while it
/// waits.
enum Signals {
  /// How a wait ended.
  enum Event: Equatable {
    /// There are bytes, or there will be no more.
    case input
    case signal(Int32)
    /// The pipe has bytes, with which another thread reports something.
    case notice
    case timeout
  }

  // Set once, before the first handler, and only read from then on; the handler reads it as a plain integer.
  private nonisolated(unsafe) static var readEnd: Int32 = -1
  private nonisolated(unsafe) static var writeEnd: Int32 = -1

  /// From now on takes the signals that would end the program or that it has to see.
  static func take() throws {
    guard writeEnd < 0 else { return }
    let ends = try Pipe.make()
    (readEnd, writeEnd) = (ends.read, ends.write)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCONT, SIGWINCH] {
      // What the program was started to ignore, by nohup or in the background, stays ignored.
      let before = signal(number, SIG_IGN)
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      signal(number) { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = systemWrite(Signals.writeEnd, &byte, 1)
        errno = error
      }
    }
  }

  /// Waits for bytes of a descriptor, or for a signal, whichever comes first.
  ///
  /// - Parameters:
  ///   - notices: Another pipe to wait for; the caller empties it.
  ///   - milliseconds: How long to wait; nil for no limit.
  static func wait(for descriptor: Int32, notices: Int32? = nil, milliseconds: Int32? = nil) -> Event {
    // Negative ones are ignored.
    var wanted = [readEnd, descriptor, notices ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let count = poll(&wanted, 3, milliseconds ?? -1)
      if count < 0, errno == EINTR { continue }
      if count == 0 { return .timeout }
      if count > 0, wanted[0].revents != 0 {
        var byte: UInt8 = 0
        if systemRead(readEnd, &byte, 1) == 1 { return .signal(Int32(byte)) }
        continue
      }
      return wanted[1].revents != 0 ? .input : .notice
    }
  }

  /// Ends the program as a signal would have ended it.
  static func die(of number: Int32) -> Never {
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }
}

/// A pipe of this process alone.
enum Pipe {
  /// A pipe whose ends never block, and which other programs don't inherit.
  ///
  /// - Throws: ``FileError``.
  static func make() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FileError(path: "a pipe", number: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }
}

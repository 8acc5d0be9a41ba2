import Foundation

/// Stops a process as it stands; returns when none of its threads runs any more, for the signal alone says nothing of that.
///
/// A process that is gone is left at that.
public func freezeProcess(_ number: Int32) throws {
  try signal(number, SIGSTOP)
  #if os(Linux)
    let threads = "/proc/\(number)/task"
    let isFrozen = eventually {
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
      let states = numbers.map { (try? String(contentsOfFile: "\(threads)/\($0)/status", encoding: .utf8)) ?? "" }
      return states.allSatisfy { $0.isEmpty || $0.contains("State:\tT") }
    }
    guard isFrozen else { throw ProcessError(message: "process \(number) was to be frozen and still runs") }
  #endif
}

/// Lets a process go on that was frozen.
public func thawProcess(_ number: Int32) throws { try signal(number, SIGCONT) }

private func signal(_ process: Int32, _ signal: Int32) throws {
  // 0 and less would be whole groups of processes, this one's among them.
  guard process > 0 else { throw ProcessError(message: "no process has the number \(process)") }
  if kill(process, signal) != 0, errno != ESRCH {
    throw ProcessError(message: "process \(process) can't be sent signal \(signal): error \(errno)")
  }
}

private struct ProcessError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}

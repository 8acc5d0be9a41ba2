import Foundation

/// Stops a process as it stands; on Linux it returns when none of its threads runs any more, for the signal alone says nothing
/// of that.
///
/// - Returns: False if there is no such process.
public func freezeProcess(_ number: Int32) throws -> Bool {
  guard try signal(number, SIGSTOP) else { return false }
  #if os(Linux)
    let threads = "/proc/\(number)/task"
    _ = eventually {
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
      let states = numbers.map { (try? String(contentsOfFile: "\(threads)/\($0)/status", encoding: .utf8)) ?? "" }
      return states.allSatisfy { $0.isEmpty || $0.contains("State:\tT") }
    }
  #endif
  return true
}

/// Lets a process go on that was frozen; nothing if it is gone.
public func thawProcess(_ number: Int32) throws { _ = try signal(number, SIGCONT) }

/// Sends it a signal; false if there is no such process.
private func signal(_ process: Int32, _ signal: Int32) throws -> Bool {
  // 0 and less would be whole groups of processes, this one's among them.
  guard process > 0 else { throw ProcessError(message: "no process has the number \(process)") }
  if kill(process, signal) == 0 { return true }
  guard errno == ESRCH else {
    throw ProcessError(message: "process \(process) can't be sent signal \(signal): error \(errno)")
  }
  return false
}

private struct ProcessError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}

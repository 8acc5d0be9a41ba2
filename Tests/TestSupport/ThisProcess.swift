import Foundation
import ORDAPlatform

// Other tests run in the same process. One that measures the process has one for itself, by
// `#expect(processExitsWith: .success)`.

/// The memory that this process has in use, in bytes; 0 where the system does not tell.
public func residentBytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * sysconf(Int32(_SC_PAGESIZE))
}

/// How many files whose paths begin so this process has open; 0 where the system does not tell.
public func openFiles(below path: String) -> Int {
  let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return descriptors.count { descriptor in
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + descriptor)
    return target?.hasPrefix(path) ?? false
  }
}

/// The processor time that the calling thread has used: how busy the machine is makes no difference to it.
public func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Ends this process, as suddenly as a power cut would: nothing is closed, and nothing is said.
public func die() -> Never {
  kill(getpid(), SIGKILL)
  // The signal may come to another thread first.
  while true { pause() }
}

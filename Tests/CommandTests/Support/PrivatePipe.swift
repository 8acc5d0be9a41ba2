import Foundation

/// A pipe whose ends no program gets that another test starts meanwhile: its end would not come before that one's.
func privatePipe() throws -> (read: Int32, write: Int32) {
  var ends: [Int32] = [-1, -1]
  #if os(Linux)
    // Swift does not see it.
    typealias Function = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
    let code = dlsym(nil, "pipe2").map { unsafeBitCast($0, to: Function.self)(&ends, O_CLOEXEC) }
  #else
    let code: Int32? = pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  #endif
  guard code == 0 else { throw BuiltProgram.Missing(description: "there is no pipe: error \(errno)") }
  return (ends[0], ends[1])
}

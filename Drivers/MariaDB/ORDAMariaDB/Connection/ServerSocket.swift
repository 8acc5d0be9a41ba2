internal import ORDA

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The socket of a connection, which any thread may cut.
struct ServerSocket: Sendable {
  let descriptor: Int32

  /// A second descriptor of the same socket, to be released by whoever asked for it.
  ///
  /// - Throws: `io` where the process has too many open files.
  func duplicated() throws(DatabaseError) -> ServerSocket {
    let number = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if number < 0 { throw DatabaseError(.io, "the process may have no more open files (errno \(errno))") }
    return ServerSocket(descriptor: number)
  }

  /// Ends the connection: whoever waits for the server is woken.
  func cut() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  func release() { close(descriptor) }
}

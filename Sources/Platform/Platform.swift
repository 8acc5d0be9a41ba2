// The system's C library, whatever its name here: other files say `import ORDAPlatform`, and need not ask where they
// run.
//
// It is exported, underscore or not, because nothing else turns three imports into one. Members are visible only where
// their module is imported or re-exported, so a `public import` would hide all of `stat` and `timespec`; and functions
// around the calls would be a second C library, with some sixty calls and a dozen structures. No public interface shows
// it: this module is imported internally, but where inlined code reads a clock, asks for its thread or takes a lock.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif

#if canImport(Glibc)
  /// The type of a stream socket; Glibc has an enumeration for what is a number elsewhere.
  public let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  /// The type of a stream socket.
  public let streamSocket = SOCK_STREAM
#endif

#if canImport(Darwin)
  /// Nothing here: a socket is kept from the programs that are started only after it was made, by `fcntl`.
  public let socketClosedOnExec: Int32 = 0
#elseif canImport(Glibc)
  /// Added to a socket's type, it keeps the socket from the programs that are started, from its first moment.
  public let socketClosedOnExec = Int32(SOCK_CLOEXEC.rawValue)
#else
  /// Added to a socket's type, it keeps the socket from the programs that are started, from its first moment.
  public let socketClosedOnExec = SOCK_CLOEXEC
#endif

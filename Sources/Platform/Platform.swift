// The system's C library, whatever it is called here: other files say `import ORDAPlatform`, and none asks where it runs.
//
// It is exported, underscore or not, for nothing else makes one import of three. Members are visible only where their module
// is imported or exported to, so that a `public import` would hide all of `stat` and `timespec`; and functions around the
// calls would be a second C library, of some sixty calls and a dozen structures. No public interface shows it: this module is
// in no product, and is imported internally.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif

#if canImport(Glibc)
  /// A socket that is a stream; Glibc has an enumeration for what is a number elsewhere.
  public let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  /// A socket that is a stream.
  public let streamSocket = SOCK_STREAM
#endif

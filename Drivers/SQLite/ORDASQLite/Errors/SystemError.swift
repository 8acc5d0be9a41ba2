internal import ORDAPlatform

/// The operating system's error numbers.
enum SystemError {
  /// True if there is no room: on the disk, within the user's quota, or below the limit for a file.
  static func isFull(_ number: Int32) -> Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }

  /// The system's words for a number, or nil for 0.
  static func text(_ number: Int32) -> String? {
    guard number != 0 else { return nil }
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(number, &buffer, buffer.count) == 0 else { return nil }
    return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }
}

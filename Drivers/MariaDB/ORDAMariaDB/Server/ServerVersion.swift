internal import CMariaDB

/// The version that a server claims: three numbers, each 0 if the server names none.
///
/// It is read here and not by `mysql_get_server_version`, which reads past the end of a string with too few dots.
struct ServerVersion: Hashable, Comparable, Sendable {
  var major: Int
  var minor: Int
  var patch: Int

  init(_ major: Int, _ minor: Int, _ patch: Int) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Reads `10.11.14-MariaDB-0+deb12u2`. What is not a number, or too large for a version, counts as 0.
  init(_ text: String) {
    var text = text
    self = text.withUTF8 { bytes in
      var rest = bytes[...]
      func next() -> Int {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.drop { $0 != UInt8(ascii: ".") }.dropFirst()
        return digits.count > 9 ? 0 : digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      }
      return ServerVersion(next(), next(), next())
    }
  }

  /// The version in the server's greeting on a connection.
  init(of handle: UnsafeMutablePointer<MYSQL>) {
    self.init(mysql_get_server_info(handle).map { String(cString: $0) } ?? "")
  }

  static func < (one: ServerVersion, other: ServerVersion) -> Bool {
    (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
  }
}

internal import CMariaDB
internal import CMariaDBLoader
internal import ORDA

/// The client library, which is loaded when the first connection is opened. ORDA replaces some of its internal functions
/// and reads some of its internal structures, which may differ in another version: 3.3.20 gave two of the functions one
/// more parameter.
enum ClientLibrary {
  /// A version, as the library has it: 3.3.20 is 30320.
  struct Version: Equatable, CustomStringConvertible {
    var number: Int

    /// Its structures should be the same within this: 303.
    var series: Int { number / 100 }
    var description: String { "\(number / 10_000).\(number / 100 % 100).\(number % 100)" }
  }

  /// For each tested series, the first version that is like the tested one.
  private static let tested = [Version(number: 30_320)]

  /// Why no connection may be opened, and what to do about it; nil if all is well. The library is loaded to find out.
  static let refusal: DatabaseError? = {
    if let fault = orda_mariadb_load() {
      return DatabaseError(
        .cannotOpen,
        "MariaDB's client library can't be loaded (\(String(cString: fault))); install libmariadb3 (apt) or "
          + "mariadb-connector-c (dnf), and start the program again")
    }
    return refusal(
      of: Version(number: Int(mysql_get_client_version())),
      builtWith: Version(number: Int(MARIADB_PACKAGE_VERSION_ID)))
  }()

  /// Why a library may not be used.
  ///
  /// - Parameters:
  ///   - loaded: The version that the program has loaded.
  ///   - built: The version of the headers it was built with.
  static func refusal(of loaded: Version, builtWith built: Version) -> DatabaseError? {
    guard tested.contains(where: { $0.series == loaded.series && $0.number <= loaded.number }) else {
      let good = tested.map { "\($0) or a later one of \($0.series / 100).\($0.series % 100)" }.joined(
        separator: ", or ")
      return DatabaseError(
        .cannotOpen,
        "the client library libmariadb \(loaded) is none that ORDA was tested with, and ORDA depends on how it is made "
          + "inside; install \(good), and build the program with that")
    }
    // A program does not use what was added after its headers; but it would use what a library does not have yet.
    guard loaded.series == built.series, loaded.number >= built.number else {
      return DatabaseError(
        .cannotOpen,
        "the program was built with libmariadb \(built), and has loaded \(loaded), which may be made otherwise inside; "
          + "build it again with the library that is installed")
    }
    return nil
  }
}

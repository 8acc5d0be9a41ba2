/// One kind of database: what a driver's author implements, and a program registers.
///
/// A driver is a small value that describes itself; it holds no connection. Two values of the same type and the same
/// ``name`` are the same driver, so registering twice does no harm. Text is parsed and options are checked before
/// ``governor(for:options:configuration:)`` is called: a driver never sees an option that is neither in its table nor
/// in the core's.
///
/// This protocol is open: anybody may write a driver, see <doc:WritingADriver>. New requirements come with a default.
public protocol Driver: Sendable {
  /// The database's name as its makers write it, for example `SQLite`; used in messages and as the driver's identity.
  var name: String { get }
  /// The schemes that the driver answers to, lower-case; the first is the canonical one, the others are aliases.
  var schemes: [String] { get }
  /// How the text after the scheme is read: as a file's path, as a name, or as a server's address.
  var urlShape: DatabaseURL.Shape { get }
  /// The driver's own options; the registry adds the core's (``OptionTable/core``).
  ///
  /// A definition with the name of one of the core's replaces it, so a driver can have a different default.
  var options: OptionTable { get }
  /// What the database supports.
  var capabilities: Capabilities { get }
  /// What some of its servers support, depending on version or settings, beyond ``capabilities``. The driver tells the
  /// governor which of these a server has, and ``SQLExecutor/capabilities`` tells programs. The default is nothing.
  var serverCapabilities: Capabilities { get }

  /// How the database writes the schema of its tables; the default is the SQL standard's way.
  var schemaDialect: any SchemaDialect { get }

  /// Makes the governor for a URL whose scheme is one of ``schemes``.
  ///
  /// - Parameters:
  ///   - url: The URL, parsed by ``urlShape``. Its mode, the part after `+`, is yet to be checked: see
  ///     ``DatabaseURL/requireMode(oneOf:)``.
  ///   - options: The URL's options, checked and with their defaults.
  ///   - configuration: The program's settings beside the URL.
  /// - Throws: `badURL` for what the driver can't accept, `cannotOpen` and similar kinds if the database can't be
  ///   reached.
  func governor(
    for url: DatabaseURL, options: OptionValues, configuration: GovernorConfiguration
  ) throws(DatabaseError) -> any Governor
}

extension Driver {
  /// The SQL standard's way.
  public var schemaDialect: any SchemaDialect { StandardSchemaDialect() }
  /// Nothing.
  public var serverCapabilities: Capabilities { [] }
}

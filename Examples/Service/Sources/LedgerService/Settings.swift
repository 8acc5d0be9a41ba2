/// What the service is told when it starts.
struct Settings {
  /// The database.
  var url: String
  /// Where it listens.
  var host = "127.0.0.1"
  /// Its port; 0 takes one that is free.
  var port = 8080
  /// How long a request may keep the database busy.
  var requestLimit = Duration.seconds(2)
  /// How long a database is waited for that is not there yet.
  var patience = Duration.seconds(60)
  /// How long requests may take to end when the service is asked to.
  var grace = Duration.seconds(10)

  /// The service was started wrongly.
  struct Mistake: Error {
    let message: String
  }

  static let usage = """
    usage: LedgerService [URL]
      DATABASE_URL      the database, where no URL is given: sqlite:ledger.db, mariadb://app@localhost/ledger
      HOST, PORT        where to listen: 127.0.0.1 and 8080
      REQUEST_SECONDS   how long a request may keep the database busy: 2
      START_SECONDS     how long to wait for a database that is not there yet: 60
      GRACE_SECONDS     how long requests may take to end at shutdown: 10
    """

  /// - Throws: ``Mistake``, if there is no URL, or a number is none.
  init(_ arguments: some Collection<String>, _ environment: [String: String]) throws {
    guard arguments.count < 2 else { throw Mistake(message: "one URL is enough") }
    guard let url = arguments.first ?? environment["DATABASE_URL"], !url.isEmpty else {
      throw Mistake(message: "which database? Give its URL, or set DATABASE_URL")
    }
    self.url = url
    func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
      guard let text = environment[name] else { return nil }
      guard let number = Int(text), range.contains(number) else {
        throw Mistake(message: "\(name) is a number from \(range.lowerBound) to \(range.upperBound), and not \(text)")
      }
      return number
    }
    host = environment["HOST"] ?? host
    port = try number("PORT", in: 0...65_535) ?? port
    requestLimit = try number("REQUEST_SECONDS", in: 1...600).map { .seconds($0) } ?? requestLimit
    patience = try number("START_SECONDS", in: 0...86_400).map { .seconds($0) } ?? patience
    grace = try number("GRACE_SECONDS", in: 0...600).map { .seconds($0) } ?? grace
  }
}

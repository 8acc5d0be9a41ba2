/// The names by which the server knows the statements of one connection.
struct PreparedNames {
  private var last = 0
  /// Differs between connections and processes, because a pooler may let several of them share a session.
  private let prefix = "orda_" + String(UInt64.random(in: .min ... .max), radix: 36) + "_"
  /// The names of statements that are no longer needed, which the server still has.
  private(set) var forgotten: [String] = []
  /// True if the server may have forgotten some by itself, by a program's DEALLOCATE or DISCARD. To let go of one that is not
  /// there is an error, so that it is asked first.
  private(set) var areDoubtful = false
  /// The names that it had when it was asked, and the last one that had been given until then.
  private var survivors: (names: Set<String>, last: Int)?

  /// The names of the two texts by which statements of transactions are protected; nil until they are prepared.
  private var protection: (setting: String, forgetting: String)?
  /// How many statements were protected by texts that are not prepared.
  private var unprepared = 0

  /// The number of forgotten names that are deallocated together.
  static let deallocated = 16
  /// The number of forgotten names that are deallocated even in a transaction.
  static let deallocatedInTransaction = 1000
  /// After so many it pays to prepare these texts.
  private static let most = 4

  /// A new name.
  mutating func next() -> String {
    last += 1
    return prefix + String(last)
  }

  /// Notes that a statement is no longer needed; ignores statements without a name.
  mutating func forget(_ name: String) {
    if name.isEmpty { return }
    if let survivors, let number = Int(name.dropFirst(prefix.count)), number <= survivors.last,
      !survivors.names.contains(name)
    {
      return
    }
    forgotten.append(name)
  }

  /// A statement runs by which the server may forget some.
  mutating func doubt() {
    areDoubtful = true
    guard let names = protection else { return }
    forget(names.setting)
    forget(names.forgetting)
    protection = nil
  }

  /// The server was asked for the names that it has.
  mutating func found(_ names: Set<String>) {
    survivors = (names, last)
    areDoubtful = false
    forgotten.removeAll { !names.contains($0) }
  }

  // MARK: Protection

  /// A statement is about to be protected; true if it is time to prepare the texts for that.
  mutating func protects() -> Bool {
    if protection != nil { return false }
    unprepared += 1
    return unprepared > Self.most
  }

  /// Those texts are prepared now.
  mutating func prepared(setting: String, forgetting: String) {
    protection = (setting, forgetting)
    unprepared = 0
  }

  /// The name of a text that was prepared to protect statements.
  func name(of text: String) -> String? {
    guard let protection else { return nil }
    if text == StatementProtection.setting { return protection.setting }
    return text == StatementProtection.forgetting ? protection.forgetting : nil
  }

  /// Removes and returns the forgotten names.
  mutating func takeForgotten() -> [String] {
    defer { forgotten = [] }
    return forgotten
  }
}

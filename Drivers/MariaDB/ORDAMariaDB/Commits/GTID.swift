/// The name of a transaction, the same on all servers that have it: `0-1-42`.
struct GTID: Hashable, Sendable {
  /// A stream of transactions; a server writes to one, unless configured otherwise.
  var domain: UInt32
  /// The server that committed it.
  var server: UInt32
  /// Its place in the domain, growing.
  var sequence: UInt64
}

extension GTID: LosslessStringConvertible {
  /// `0-1-42`.
  var description: String { "\(domain)-\(server)-\(sequence)" }

  /// Reads what ``description`` writes.
  init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let domain = UInt32(parts[0]), let server = UInt32(parts[1]),
      let sequence = UInt64(parts[2])
    else { return nil }
    self.init(domain: domain, server: server, sequence: sequence)
  }
}

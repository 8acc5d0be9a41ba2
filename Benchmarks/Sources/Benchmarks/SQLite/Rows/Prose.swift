import CFloor

/// A row of a key and a text of 36 bytes, which needs storage.
struct Prose: Sendable {
  var id: Int64
  var text: String

  static func checksum(_ rows: [Prose]) -> UInt64 {
    ProseDigest.checksum(
      rows.map { row in
        var digest: UInt64 = 0
        row.text.mix(into: &digest)
        return ProseDigest(id: row.id, digest: digest)
      })
  }
}

/// The same row for a program that looks at the text's bytes where they are, and keeps what it made of them.
struct ProseDigest: Sendable {
  var id: Int64
  var digest: UInt64

  static func checksum(_ rows: [ProseDigest]) -> UInt64 {
    var sum: UInt64 = 0
    for row in rows {
      sum = cf_mix(sum, UInt64(bitPattern: row.id))
      sum = cf_mix(sum, row.digest)
    }
    return sum
  }
}

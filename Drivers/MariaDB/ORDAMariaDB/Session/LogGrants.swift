/// The grants of an account, as far as they concern reading the server's log.
enum LogGrants {
  /// Asks for the grants of the account, and of its role.
  static let question = "SHOW GRANTS"

  /// True if one of the grants in the server's answer allows reading the log.
  static func mayRead(by grants: [[String?]]) -> Bool {
    grants.contains { allowsReading($0.first.flatMap { $0 } ?? "") }
  }

  /// True for a grant that allows reading the log: ``GRANT SELECT, REPLICATION SLAVE ON *.* TO `app`@`%` ``.
  ///
  /// It compares bytes, since it runs whenever a program opens a database: by characters it took a quarter of all the
  /// work.
  static func allowsReading(_ grant: String) -> Bool {
    var grant = grant
    return grant.withUTF8 { grant in
      guard let place = index(of: " ON *.* ", in: grant), grant.starts(with: "GRANT ".utf8) else { return false }
      return grant[..<place].dropFirst("GRANT ".utf8.count).split(separator: UInt8(ascii: ",")).contains { privilege in
        let privilege = privilege.drop { $0 == UInt8(ascii: " ") }
        return privilege.elementsEqual("ALL PRIVILEGES".utf8) || privilege.elementsEqual("REPLICATION SLAVE".utf8)
      }
    }
  }

  private static func index(of word: StaticString, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    word.withUTF8Buffer { word in text.indices.first { text[$0...].starts(with: word) } }
  }
}

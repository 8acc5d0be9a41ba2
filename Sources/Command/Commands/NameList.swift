/// Names on the command line, with commas between them.
enum NameList {
  /// `id, name` as two names, without the blanks around them.
  static func names(_ list: String) -> [String] {
    list.split(separator: ",", omittingEmptySubsequences: false).map { name in
      String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }
}

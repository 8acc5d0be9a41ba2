/// The names of a result's columns, made once per statement and shared by all its rows.
///
/// A name is found as written, byte by byte, otherwise ignoring the case of ASCII letters; of several equal ones the first
/// wins.
@usableFromInline
final class ColumnNames: Sendable {
  /// The names in the order of the columns.
  @usableFromInline let names: [String]
  /// Columns by name, if there are so many that a search from the first one costs more than hashing.
  private let exact: [SQLName: Int]
  /// The columns before the first name that is repeated or isn't ASCII: only these may be found by a hint. A text that Swift
  /// takes for equal to a name in ASCII, and that has as many bytes, consists of the same bytes.
  @usableFromInline let hintable: Int
  /// True if no two names differ only in case, so that an inexact hit can't hide an exact one.
  private let areDistinct: Bool

  /// Above this many columns names are hashed.
  private static let linearLimit = 16

  @usableFromInline
  init(_ names: [String]) {
    self.names = names
    var exact: [SQLName: Int] = [:]
    if names.count > Self.linearLimit {
      exact.reserveCapacity(names.count)
      for (index, name) in names.enumerated() where exact[SQLName(name)] == nil { exact[SQLName(name)] = index }
      hintable = names.indices.first { exact[SQLName(names[$0])] != $0 || !names[$0].isASCII } ?? names.count
      areDistinct = Set(names.map { SQLName($0.lowercasedASCII) }).count == names.count
    } else {
      // This few are compared with each other faster than hashed.
      hintable = names.indices.first { names[..<$0].containsName(names[$0]) || !names[$0].isASCII } ?? names.count
      areDistinct = !names.indices.contains { index in
        names[..<index].contains { $0.equalsIgnoringASCIICase(names[index]) }
      }
    }
    self.exact = exact
  }

  /// No columns.
  @usableFromInline static let none = ColumnNames([])

  /// The number of columns.
  @usableFromInline var count: Int { names.count }

  /// The column of that name, or nil.
  @usableFromInline
  func index(of name: String) -> Int? {
    if names.count > Self.linearLimit {
      if let index = exact[SQLName(name)] { return index }
    } else if let index = names.firstIndex(ofName: name) {
      return index
    }
    return names.firstIndex { $0.equalsIgnoringASCIICase(name) }
  }

  /// The column of that name, or nil; `hint` is the column tried first, and becomes the one after the found one.
  ///
  /// A program reads the columns of each row in the same order, so the hint is nearly always right and a look-up is one
  /// comparison, of two words if the name is short.
  @inlinable
  func index(of name: String, hint: inout Int) -> Int? {
    let guess = hint
    if guess >= 0, guess < hintable, names[guess] == name, names[guess].utf8.count == name.utf8.count {
      hint = guess &+ 1 == names.count ? 0 : guess &+ 1
      return guess
    }
    return search(name, hint: &hint)
  }

  /// The look-up if the hint was wrong, or right except for the case.
  @usableFromInline
  func search(_ name: String, hint: inout Int) -> Int? {
    let guess = hint
    let found: Int?
    if areDistinct, guess >= 0, guess < names.count, names[guess].equalsIgnoringASCIICase(name) {
      found = guess
    } else {
      found = index(of: name)
    }
    guard let found else { return nil }
    hint = found + 1 == names.count ? 0 : found + 1
    return found
  }

  /// The error for a name that no column has.
  @usableFromInline
  func unknown(_ name: String) -> DatabaseError {
    let hint = nearestName(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
    return DatabaseError(.noSuchColumn, "the result has no column \(name)\(hint)", column: name)
  }
}

extension String {
  /// True for the same text, ignoring the case of the letters A to Z.
  func equalsIgnoringASCIICase(_ other: String) -> Bool {
    let (first, second) = (utf8, other.utf8)
    guard first.count == second.count else { return false }
    return zip(first, second).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
  }

  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

  fileprivate var lowercasedASCII: String { String(decoding: utf8.map { $0.lowercasedASCII }, as: UTF8.self) }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}

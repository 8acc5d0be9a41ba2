/// What ``FileShelfStore/check()`` has found.
public struct ShelfFileReport: Sendable {
  /// What is wrong with a file.
  public enum Kind: Sendable, Hashable {
    /// It ends too early: a program was stopped that wrote it in its place, say.
    case cutShort
    /// It is no JSON.
    case notJSON
    /// It is no UTF-8.
    case notText
    /// It can't be read.
    case unreadable
    /// Its name is no UUID in capital letters, or not one of a store's files.
    case wronglyNamed
    /// It is an object's file, and not in the folders of its first digits.
    case misplaced
    /// It is a link, which is not followed.
    case link
    /// It is neither a file nor a folder, or not the one of both that belongs there.
    case special
    /// It was left by a program that was killed while it saved. The next save of the id puts it right.
    case leftover
    /// The object's type is not known: `repair(as:)` finds it.
    case withoutType
    /// A type is known, and the object's file is missing.
    case withoutFile
    /// They are bytes that belong to no object, or to one that does not name them.
    case unused
    /// Bytes that an object names are missing.
    case withoutBytes
    /// Another program has changed it. The index was brought up to date.
    case edited
    /// It is one of the store's own files, and damaged or missing. The description says what is lost.
    case damaged
  }

  /// A file that something is wrong with.
  public struct Fault: Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public var kind: Kind
    /// The file's name, as seen from the store's folder.
    public var name: String
    /// In words.
    public var description: String
  }

  /// How many objects can be read.
  public var objects = 0
  /// What is wrong, by the files' names.
  public var faults: [Fault] = []

  mutating func add(_ kind: Kind, _ name: String, _ text: String) {
    faults.append(Fault(kind: kind, name: name, description: "'\(name)' \(text)"))
  }
}

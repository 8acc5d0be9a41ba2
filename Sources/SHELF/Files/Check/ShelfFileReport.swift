/// The findings of ``FileShelfStore/check()``.
public struct ShelfFileReport: Sendable {
  /// What is wrong with a file.
  public enum Kind: Sendable, Hashable {
    /// It ends too early: for example, a program was stopped while writing it in place.
    case cutShort
    /// It is not JSON.
    case notJSON
    /// It is not UTF-8.
    case notText
    /// It can't be read.
    case unreadable
    /// Its name is not a UUID in capital letters, nor that of one of the store's files.
    case wronglyNamed
    /// It is an object's file, but not in the folders of its first digits.
    case misplaced
    /// It is a link, which is not followed.
    case link
    /// It is neither a file nor a folder, or the wrong one of these.
    case special
    /// A program that was killed while saving left it. The next save of the id cleans it up.
    case leftover
    /// The object's type is not known: `repair(as:)` finds it.
    case withoutType
    /// A type is known, but the object's file is missing.
    case withoutFile
    /// Bytes that belong to no object, or to one that does not name them.
    case unused
    /// Bytes that an object names are missing.
    case withoutBytes
    /// Another program has changed it. The index has been brought up to date.
    case edited
    /// It is one of the store's own files, and damaged or missing. The description says what is lost.
    case damaged
  }

  /// A file that has something wrong.
  public struct Fault: Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public var kind: Kind
    /// The file's name, relative to the store's folder.
    public var name: String
    /// The fault in words.
    public var description: String
  }

  /// How many objects can be read.
  public var objects = 0
  /// The faults, by the files' names.
  public var faults: [Fault] = []

  mutating func add(_ kind: Kind, _ name: String, _ text: String) {
    faults.append(Fault(kind: kind, name: name, description: "'\(name)' \(text)"))
  }
}

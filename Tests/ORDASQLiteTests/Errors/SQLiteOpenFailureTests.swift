import CSQLite
import Foundation
import ORDA
import Testing

@testable import ORDASQLite

@Suite("Why a file can't be opened")
struct SQLiteOpenFailureTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The error of opening a path with the real library, which must refuse it.
  func open(_ path: String, _ mode: SQLiteOpenFailure.Mode) throws -> DatabaseError {
    let flags: [SQLiteOpenFailure.Mode: Int32] = [
      .readOnly: SQLITE_OPEN_READONLY, .readWrite: SQLITE_OPEN_READWRITE,
      .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
    ]
    let database = RawSQLite(path, flags: try #require(flags[mode]))
    if database.openCode == SQLITE_OK { #expect(database.error(of: "SELECT * FROM sqlite_schema") != nil) }
    return SQLiteOpenFailure().error(
      code: database.extendedCode, message: database.message, path: path, mode: mode)
  }

  func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    return folder.file(name)
  }

  @Test(arguments: SQLiteOpenFailure.Mode.allCases)
  func `A folder`(mode: SQLiteOpenFailure.Mode) throws {
    let error = try open(folder.path, mode)
    #expect(error.kind == .cannotOpen)
    // To read only, SQLite opens it, and fails when it reads.
    let words = mode == .readOnly ? "disk I/O error" : "unable to open database file"
    #expect(error.message == "\(words): \(folder.path) is a folder, not a database file")
    #expect(error.code == .connection)
  }

  @Test(arguments: SQLiteOpenFailure.Mode.allCases)
  func `A missing folder is named, the first on the way`(mode: SQLiteOpenFailure.Mode) throws {
    let error = try open(folder.file("no/such//folder/a.db"), mode)
    #expect(error.kind == .noSuchDatabase)
    #expect(
      error.message
        == "unable to open database file: the folder \(folder.file("no")) does not exist, and folders are not made")
  }

  @Test(arguments: [SQLiteOpenFailure.Mode.readOnly, .readWrite])
  func `A missing file where none may be made`(mode: SQLiteOpenFailure.Mode) throws {
    let path = folder.file("a.db")
    let error = try open(path, mode)
    #expect(error.kind == .noSuchDatabase)
    #expect(DatabaseError.Kind.cannotOpen.matches(error.kind))
    #expect(!error.isTransient)
    #expect(
      error.message
        == "unable to open database file: the file \(path) does not exist, and mode=\(mode.rawValue) does not make it; "
        + "mode=rwc does")
    #expect(error.code == .fileDoesNotExist)
    #expect(error.code.rawValue == 0x2001)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `A file in a folder's place`() throws {
    let file = try write("file", "")
    let error = try open(file + "/a.db", .readWriteCreate)
    #expect(error.message == "unable to open database file: \(file) is a file, not a folder")
  }

  @Test func `A file that is no database`() throws {
    let file = try write("letter.txt", String(repeating: "Dear reader, ", count: 100))
    let error = try open(file, .readWrite)
    #expect(error.kind == .corrupt)
    #expect(error.vendorCode == 26)
    #expect(error.message == "file is not a database: \(file) is no SQLite database, or is encrypted")
  }

  @Test func `A link that leads nowhere, and one that leads to itself`() throws {
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("gone.db"))
    #expect(
      try open(link, .readWrite).message
        == "unable to open database file: \(link) is a symbolic link to something that does not exist")
    let circle = folder.file("circle")
    try FileManager.default.createSymbolicLink(atPath: circle, withDestinationPath: circle)
    #expect(SQLiteOpenFailure().reason(path: circle, mode: .readOnly, code: 14) == .badPath(circle))
  }

  @Test func `A pipe is no file`() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(SQLiteOpenFailure().reason(path: pipe, mode: .readWrite, code: 14) == .notAFile(pipe))
  }

  @Test func `Odd paths`() {
    let failure = SQLiteOpenFailure()
    #expect(failure.reason(path: "", mode: .readOnly, code: 14) == nil)
    #expect(failure.reason(path: ":memory:", mode: .readOnly, code: 14) == nil)
    #expect(failure.reason(path: "a\0b", mode: .readOnly, code: 14) == .nulInPath)
    #expect(failure.reason(path: "/", mode: .readOnly, code: 14) == .isFolder("/"))
    #expect(
      failure.reason(path: "no such file.db", mode: .readOnly, code: 14) == .missingFile("no such file.db", .readOnly))
    let long = "/" + String(repeating: "x", count: 5000)
    #expect(failure.reason(path: long, mode: .readOnly, code: 14) == .badPath(long))
    #expect(
      SQLiteOpenFailure().error(code: 14, message: "unable to open database file", path: "", mode: .readOnly).message
        == "unable to open database file")
  }

  /// Tests may run as root, whom nothing is forbidden; so what is forbidden is made up.
  struct Forbidden: SQLiteFileQuestions {
    var kinds: [String: SQLitePathKind] = ["/d": .folder, "/d/a.db": .file]
    var unreadable: Set<String> = []
    var unwritable: Set<String> = []
    var unsearchable: Set<String> = []
    func kind(of path: String) -> SQLitePathKind { kinds[path] ?? .missing }
    func isLink(_ path: String) -> Bool { false }
    func isReadable(_ path: String) -> Bool { !unreadable.contains(path) }
    func isWritable(_ path: String) -> Bool { !unwritable.contains(path) }
    func isSearchable(_ path: String) -> Bool { !unsearchable.contains(path) }
  }

  @Test func `What the user may not do`() {
    func reason(_ files: Forbidden, _ path: String, _ mode: SQLiteOpenFailure.Mode) -> SQLiteOpenFailure.Reason? {
      SQLiteOpenFailure(files: files).reason(path: path, mode: mode, code: 14)
    }
    let file = "/d/a.db"
    #expect(reason(Forbidden(unreadable: [file]), file, .readOnly) == .fileNotReadable(file))
    #expect(reason(Forbidden(unwritable: [file]), file, .readWrite) == .fileNotWritable(file))
    #expect(reason(Forbidden(unwritable: [file]), file, .readOnly) == nil)
    #expect(reason(Forbidden(unwritable: ["/d"]), file, .readWrite) == .folderNotWritable("/d"))
    #expect(reason(Forbidden(unwritable: ["/d"]), "/d/new.db", .readWriteCreate) == .folderNotWritable("/d"))
    #expect(reason(Forbidden(), "/d/new.db", .readWriteCreate) == nil)
    let hidden = Forbidden(kinds: ["/d": .folder, "/d/e/a.db": .unreachable, "/d/e": .folder], unsearchable: ["/d/e"])
    #expect(reason(hidden, "/d/e/a.db", .readOnly) == .folderNotSearchable("/d/e"))
    for (files, mode) in [
      (Forbidden(unreadable: [file]), SQLiteOpenFailure.Mode.readOnly), (Forbidden(unwritable: [file]), .readWrite),
      (Forbidden(unwritable: ["/d"]), .readWriteCreate),
    ] {
      let error = SQLiteOpenFailure(files: files).error(code: 14, message: "no", path: file, mode: mode)
      #expect(error.kind == .cannotOpen(.permission))
      #expect(!error.isTransient)
    }
    #expect("\(SQLiteOpenFailure.Reason.fileNotReadable(file))" == "permission denied: this user may not read /d/a.db")
  }
}

#if Shelf
  import Foundation
  import SHELF
  import Testing

  @Suite("orda shelf", .ownThread) struct ShelfCommandTests {
    static let ids = ["AAAAAAAAQACAAAAAAAAAAQ", "AAAAAAAAQACAAAAAAAAAAg", "AAAAAAAAQACAAAAAAAAAAw"]

    private func run(
      _ line: String, in folder: TemporaryFolder, _ variables: [String: String] = [:]
    ) async throws -> BuiltProgram.Outcome {
      let settings = variables.map { "\($0.key)='\($0.value)' " }.joined()
      return try await BuiltProgram.shell("\(settings)orda shelf \(line)", in: folder)
    }

    /// A shelf with three objects.
    private func made() async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      for (id, rest, type) in [
        (Self.ids[0], #""name":"Dax","age":30,"tags":["a",{"x y":1}]"#, "User"),
        (Self.ids[1], #""name":"Eevie","age":31.5,"home":{"town":"Rome"}"#, "User"),
        (Self.ids[2], #""name":"Rex""#, "Pet"),
      ] {
        try folder.write("{\"id\":\"\(id)\",\(rest)}\n", to: "new.json")
        let put = try await run("put sqlite:a.db new.json --type \(type)", in: folder)
        #expect(put.status == 0 && put.output == "\(id)\n", "\(put.error)")
      }
      return folder
    }

    @Test("keeps what it is given byte by byte, but for whitespace around it")
    func bytes() async throws {
      let folder = try TemporaryFolder()
      let json = #"{ "id" : "\#(ShelfId(Self.ids[0])!.uuidText)", "n":1.50e+01 , "t":"é\u00e9\n🧡" }"#
      try folder.write(" \n\(json)\r\n", to: "a.json")
      let put = try await run("put sqlite:a.db \(Self.ids[0]) a.json --type A", in: folder)
      #expect(put.status == 0 && put.output == Self.ids[0] + "\n", "\(put.error)")
      #expect(try await run("get sqlite:a.db \(Self.ids[0])", in: folder).output == json + "\n")
      let pretty = try await run("get sqlite:a.db \(Self.ids[0]) --pretty", in: folder).output
      #expect(pretty.contains("\n  \"n\": 1.50e+01,\n  \"t\": \"é\\u00e9\\n🧡\"\n}\n"))
      // As it is printed it is the same again.
      try folder.write(pretty, to: "pretty.json")
      #expect(try await run("put sqlite:a.db ./pretty.json", in: folder).status == 0)
      #expect(try await run("get sqlite:a.db \(Self.ids[0])", in: folder).output == pretty)
      #expect(try await run("list sqlite:a.db --format csv", in: folder).output == "id,type\n\(Self.ids[0]),A\n")
    }

    @Test("lists and counts objects by their types")
    func list() async throws {
      let folder = try await made()
      let all = try await run("list sqlite:a.db --format jsonl", in: folder).output
      #expect(
        all == """
          {"id":"\(Self.ids[0])","type":"User"}
          {"id":"\(Self.ids[1])","type":"User"}
          {"id":"\(Self.ids[2])","type":"Pet"}

          """)
      #expect(try await run("list sqlite:a.db Pet --format csv", in: folder).output == "id,type\n\(Self.ids[2]),Pet\n")
      let count = try await run("list sqlite:a.db --count --format csv", in: folder).output
      #expect(count == "type,objects\nPet,1\nUser,2\n")
      #expect(try await run("list sqlite:a.db", in: folder).output.hasSuffix("3 objects\n"))
    }

    @Test(
      "finds objects by conditions",
      arguments: [
        (#"'name = "Dax"'"#, [0]), ("'age > 30'", [1]), ("'age >= 30'", [0, 1]), ("'age<31.5'", [0]),
        ("'age <= 31.50'", [0, 1]),
        ("'age == 3.0e1'", [0]), (#"'name != "Dax"'"#, [1]), ("'home = null'", [0]), (#"'home.town = "Rome"'"#, [1]),
        (#"'tags.1."x y" = 1'"#, [0]), (#"'home = {"town":"Rome"}'"#, [1]), (#"'name > 3'"#, []), ("'none < 3'", []),
        (#"'name >= "D"' --where 'age < 31'"#, [0]), ("'age > 0' --sort age --descending", [1, 0]),
        ("'age > 0' --sort name --limit 1", [0]), ("'age > 0' --limit 1", [0]),
        ("'id != null' --sort home.town", [0, 1]),
      ])
    func query(conditions: String, found: [Int]) async throws {
      let folder = try await made()
      let outcome = try await run("query sqlite:a.db User --ids --where \(conditions)", in: folder)
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(outcome.output == found.map { Self.ids[$0] + "\n" }.joined())
    }

    @Test("deletes all of them, or none")
    func delete() async throws {
      let folder = try await made()
      let missing = try await run("delete sqlite:a.db \(Self.ids[0]) \(ShelfId.null)", in: folder)
      #expect(missing.status == 1)
      #expect(missing.error == "orda: nothing was deleted, for there is no object \(ShelfId.null)\n")
      #expect(try await run("delete sqlite:a.db \(Self.ids[0]) \(Self.ids[2])", in: folder).status == 0)
      #expect(try await run("list sqlite:a.db --format csv", in: folder).output == "id,type\n\(Self.ids[1]),User\n")
    }

    @Test(
      "says what is wrong and what to do, and makes nothing",
      arguments: [
        ("list sqlite:none.db", 1, "orda: there is no database sqlite:none.db: orda shelf put with --type makes one\n"),
        ("list sqlite::memory:", 1, "orda: there is no shelf shelf in this database: --tables names another, and orda"),
        ("list sqlite:a.db --tables other", 1, "orda: there is no shelf other in this database: "),
        ("list file:none", 1, "orda: there is no folder none: orda shelf put with --type makes one\n"),
        ("list file:dax.json", 1, "orda: dax.json is a file, and a shelf of files is a folder\n"),
        ("list memory:", 1, "orda: a shelf in memory is empty, and gone with this command: "),
        ("list nothing:x", 1, "orda: missingDriver: this command has no driver for such a URL"),
        ("get sqlite:a.db x", 64, "Error: The value 'x' is invalid for '<id>': an id has 22 characters"),
        ("get sqlite:a.db AAAAAAAAQACAAAAAAAAABQ", 1, "orda: there is no object AAAAAAAAQACAAAAAAAAABQ\n"),
        ("put sqlite:b.db dax.json", 1, "orda: there is no database sqlite:b.db: "),
        ("put sqlite:a.db new.json", 1, "orda: there is no object AAAAAAAAQACAAAAAAAAABA yet: --type says what type"),
        ("put sqlite:b.db none.json --type A", 1, "orda: none.json: No such file or directory\n"),
        (
          "put sqlite:b.db cut.json --type A", 1,
          "orda: this is no JSON: line 2, column 9: a value expected, not the end\n"
        ),
        ("put sqlite:b.db list.json --type A", 1, "orda: an object's JSON is an object, { … }, and this is an array\n"),
        ("put sqlite:b.db noid.json --type A", 1, "orda: the JSON has no member id\n"),
        ("put sqlite:b.db badid.json --type A", 1, "orda: the member id is no object's id: x\n"),
        ("put sqlite:b.db /dev/null --type A", 1, "orda: there is no JSON, for the text is empty\n"),
        (
          "put sqlite:a.db AAAAAAAAQACAAAAAAAAAAg dax.json", 1,
          "orda: the JSON has the id AAAAAAAAQACAAAAAAAAAAQ, and not AAAAAAAAQACAAAAAAAAAAg\n"
        ),
        (
          "put sqlite:a.db dax.json --type Pet", 1,
          "orda: AAAAAAAAQACAAAAAAAAAAQ is a User, which a Pet can't replace: "
        ),
        ("put sqlite:a.db x y", 64, "Error: 'x' is no id: an id has 22 characters"),
        ("put sqlite:a.db dax.json --type ''", 64, "Error: A type has a name.\n"),
        ("query sqlite:a.db User --where 'name = Dax'", 64, "Error: The value 'name = Dax' is invalid for '--where"),
        ("query sqlite:a.db User --where name", 64, "Error: The value 'name' is invalid for '--where"),
        ("query sqlite:a.db User --where '.a = 1'", 64, "Error: The value '.a = 1' is invalid for '--where"),
        ("query sqlite:a.db User --descending", 64, "Error: --descending goes with --sort.\n"),
        ("query sqlite:a.db User --limit 0", 64, "Error: --limit is a number from 1.\n"),
        ("copy sqlite:a.db sqlite:a.db", 64, "Error: A shelf can't be copied to itself.\n"),
        ("copy sqlite:none.db sqlite:b.db", 1, "orda: there is no database sqlite:none.db: "),
        ("copy sqlite:a.db memory:", 1, "orda: a shelf in memory is empty"),
        ("watch sqlite:a.db --count 0", 64, "Error: --count is a number from 1.\n"),
        ("repair sqlite:a.db --as ''", 64, "Error: A type has a name.\n"),
      ])
    func faults(line: String, status: Int32, message: String) async throws {
      let folder = try await made()
      for (name, text) in [
        ("dax.json", #"{"id":"AAAAAAAAQACAAAAAAAAAAQ"}"#),
        ("cut.json", "{\"id\":\"AAAAAAAAQACAAAAAAAAAAQ\",\n\"näme\" : "),
        ("list.json", "[1]"), ("noid.json", "{}"), ("badid.json", #"{"id":"x"}"#),
        ("new.json", #"{"id":"AAAAAAAAQACAAAAAAAAABA"}"#),
      ] { try folder.write(text, to: name) }
      let outcome = try await run(line, in: folder)
      #expect(outcome.status == status)
      #expect(outcome.error.hasPrefix(message), "\(outcome.error)")
      #expect(outcome.output == "")
      #expect(!folder.names.contains { $0.hasPrefix("none") || $0.hasPrefix("b.db") })
      #expect(try await run("get sqlite:a.db \(Self.ids[0])", in: folder).output.contains("Dax"))
    }

    // MARK: Editing

    /// The file that an edit has kept, and its text.
    private func kept(_ outcome: BuiltProgram.Outcome, in folder: TemporaryFolder) throws -> String {
      let names = folder.names.filter { $0.hasPrefix("orda-") }
      let name = try #require(names.first)
      #expect(names.count == 1 && outcome.error.contains(folder.file(name)), "\(outcome.error)")
      return try folder.text(name)
    }

    private func edit(
      _ editor: String, in folder: TemporaryFolder, url: String = "sqlite:a.db"
    ) async throws -> BuiltProgram.Outcome {
      try await run(
        "edit \(url) \(Self.ids[0])", in: folder, ["EDITOR": editor, "VISUAL": "", "TMPDIR": folder.path])
    }

    @Test("An edited object is saved as it was edited, without the whitespace")
    func edit() async throws {
      let folder = try await made()
      let outcome = try await edit("sed -i s/Dax/Jadzia/", in: folder)
      #expect(outcome.status == 0 && outcome.error == "", "\(outcome.error)")
      let json = try await run("get sqlite:a.db \(Self.ids[0])", in: folder).output
      #expect(json == "{\"id\":\"\(Self.ids[0])\",\"name\":\"Jadzia\",\"age\":30,\"tags\":[\"a\",{\"x y\":1}]}\n")
      #expect(try await edit("true", in: folder).error == "orda: nothing has changed\n")
      #expect(!folder.names.contains { $0.hasPrefix("orda-") })
      #expect(try await run("list sqlite:a.db User --format csv", in: folder).output.contains(Self.ids[0]))
    }

    @Test(
      "What can't be saved is kept",
      arguments: [
        ("sed -i s/,//", "orda: this is no JSON: line 3, column 3: "),
        (#"sed -i s/AAQ\"/AAg\"/"#, "orda: the member id is \(ids[1]), and"),
        ("false", "orda: the editor 'false' has ended with an error"),
        ("no-such-editor", "orda: the editor 'no-such-editor' can't"),
      ])
    func refused(editor: String, message: String) async throws {
      let folder = try await made()
      let before = try await run("get sqlite:a.db \(Self.ids[0])", in: folder).output
      let outcome = try await edit(editor, in: folder)
      #expect(outcome.status == 1)
      #expect(outcome.error.contains(message), "\(outcome.error)")
      #expect(try kept(outcome, in: folder).contains("Dax"))
      #expect(try await run("get sqlite:a.db \(Self.ids[0])", in: folder).output == before)
    }

    @Test(
      "What somebody else has changed or deleted meanwhile stays so, and the file is kept",
      arguments: [
        "orda shelf put sqlite:a.db other.json", "orda shelf delete sqlite:a.db \(ids[0])",
      ])
    func conflict(other: String) async throws {
      let folder = try await made()
      try folder.write(#"{"id":"\#(Self.ids[0])","name":"other"}"#, to: "other.json")
      try folder.write("sed -i s/Dax/mine/ \"$1\"; \(other)\n", to: "editor.sh")
      let outcome = try await edit("sh editor.sh", in: folder)
      #expect(outcome.status == 1)
      #expect(
        outcome.error.contains("orda: somebody else has changed or deleted \(Self.ids[0]) meanwhile"),
        "\(outcome.error)")
      #expect(try kept(outcome, in: folder).contains("mine"))
      #expect(try await !run("get sqlite:a.db \(Self.ids[0])", in: folder).output.contains("mine"))
    }

    @Test("Where somebody sits at the terminal, what is no JSON can be edited again")
    func again() async throws {
      let folder = try await made()
      // The first time it breaks the object, and then it mends it.
      try folder.write(
        """
        if [ -e once ]; then sed -i 's/30/31/; s/"id" /"id":/' "$1"; else touch once; sed -i 's/"id":/"id" /' "$1"; fi

        """, to: "editor.sh")
      let variables = ["EDITOR": "cd '\(folder.path)' && sh editor.sh", "TMPDIR": folder.path]
      let status = try await PseudoTerminal.run(
        ["shelf", "edit", "sqlite:\(folder.file("a.db"))", Self.ids[0]], columns: 200, environment: variables
      ) { terminal in
        try await terminal.wait("the question") { $0.text.contains("Edit again? [Y/n]") }
        #expect(terminal.now.text.contains("this is no JSON: line 2, column 9: a colon expected"))
        terminal.type("\r")
        return try await terminal.end()
      }
      #expect(status == 0)
      #expect(try await run("get sqlite:a.db \(Self.ids[0])", in: folder).output.contains("\"age\":31"))
      #expect(!folder.names.contains { $0.hasPrefix("orda-") })
    }

    // MARK: Checking and repairing

    @Test("A check names what is wrong, and a repair gives types again")
    func repair() async throws {
      let folder = try await made()
      #expect(try await run("check sqlite:a.db", in: folder).output == "3 objects, 0 references; nothing is wrong\n")
      let break_ = """
        sqlite3 a.db "UPDATE shelf_objects SET type = NULL; UPDATE shelf_objects SET json = '{' WHERE json LIKE '%Rex%'"
        """
      #expect(try await BuiltProgram.shell(break_, in: folder).status == 0)
      let check = try await run("check sqlite:a.db", in: folder)
      #expect(check.status == 1)
      #expect(
        check.output.hasPrefix(
          "\(Self.ids[0]): its type is not known\n\(Self.ids[1]): its type is not known\n\(Self.ids[2]): "))
      #expect(check.output.hasSuffix("\n3 objects, 0 references; 3 faults\n"))
      let first = try await run("repair sqlite:a.db --as Traveller --where 'home != null'", in: folder)
      #expect(first.output == "1 object given the type Traveller\n", "\(first.error)")
      #expect(try await run("repair sqlite:a.db --as User", in: folder).output == "1 object given the type User\n")
      let list = try await run("list sqlite:a.db --format csv", in: folder).output
      #expect(list == "id,type\n\(Self.ids[0]),User\n\(Self.ids[1]),Traveller\n\(Self.ids[2]),\n")
      let query = try await run("query sqlite:a.db User", in: folder)
      #expect(query.status == 0 && query.output.contains("Dax"))
    }

    @Test("A folder does the same, and its objects get the types again that it has lost")
    func folder() async throws {
      let folder = try await made()
      let copied = try await run("copy sqlite:a.db file:a", in: folder)
      #expect(copied.output.hasPrefix("3 of 3 objects copied"), "\(copied.error)")
      #expect(try await run("query file:a User --where 'age > 31' --ids", in: folder).output == "\(Self.ids[1])\n")
      #expect(try await edit("sed -i s/Dax/Ezri/", in: folder, url: "file:a").status == 0)
      #expect(try await run("get file:a \(Self.ids[0])", in: folder).output.contains("Ezri"))
      #expect(try await run("delete file:a \(Self.ids[2])", in: folder).status == 0)
      #expect(try await run("check file:a", in: folder).status == 0)

      try FileManager.default.removeItem(atPath: folder.file("a/.shelf-types"))
      let check = try await run("check file:a", in: folder)
      #expect(check.status == 1 && check.output.contains("'.shelf-types' is missing or damaged"), "\(check.output)")
      #expect(check.output.hasSuffix("2 objects, 0 references; 3 faults\n"), "\(check.output)")
      let repair = try await run("repair file:a --as User", in: folder)
      #expect(repair.output == "2 objects given the type User\n", "\(repair.error)")
      let list = try await run("list file:a User --format csv", in: folder)
      #expect(list.output == "id,type\n\(Self.ids[0]),User\n\(Self.ids[1]),User\n", "\(list.error)")
      let back = try await run("copy file:a sqlite:a.db --replace", in: folder)
      #expect(back.output.hasPrefix("1 of 2 objects copied, 1 other deleted"), "\(back.error)")
    }

    // MARK: Copying

    @Test("A copy has everything, and replaces only what it may")
    func copy() async throws {
      let folder = try await made()
      let first = try await run("copy sqlite:a.db sqlite:b.db", in: folder)
      #expect(
        first.status == 0 && first.output.hasPrefix("3 of 3 objects copied, and all checked in "), "\(first.error)")
      for line in ["list %.db --format csv", "query %.db User"] {
        let outputs = try await [
          run(line.replacing("%", with: "sqlite:a"), in: folder),
          run(line.replacing("%", with: "sqlite:b"), in: folder),
        ].map(\.output)
        #expect(outputs[0] == outputs[1] && !outputs[0].isEmpty)
      }
      _ = try await run("delete sqlite:a.db \(Self.ids[1])", in: folder)
      let refused = try await run("copy sqlite:a.db sqlite:b.db", in: folder)
      #expect(refused.status == 1 && refused.error.contains("such as \(Self.ids[1]): nothing was copied; --replace"))
      let replaced = try await run("copy sqlite:a.db sqlite:b.db --replace", in: folder)
      #expect(
        replaced.output.hasPrefix("0 of 2 objects copied, 1 other deleted, and all checked in "), "\(replaced.error)")
      // Two shelves in one database.
      let inside = try await run("copy sqlite:a.db sqlite:a.db --target-tables other --quiet", in: folder)
      #expect(inside.status == 0 && inside.output == "", "\(inside.error)")
      #expect(try await run("list sqlite:a.db --tables other", in: folder).output.hasSuffix("2 objects\n"))
    }

    @Test("A backup is a new shelf with all objects")
    func backup() async throws {
      let folder = try await made()
      for target in ["sqlite:b.db", "file:b"] {
        let backup = try await run("backup sqlite:a.db \(target)", in: folder)
        #expect(backup.status == 0 && backup.output == "3 objects backed up\n", "\(backup.error)")
        let lists = try await [
          run("query \(target) User", in: folder), run("query sqlite:a.db User", in: folder),
        ].map(\.output)
        #expect(lists[0] == lists[1] && !lists[0].isEmpty)
        let again = try await run("backup sqlite:a.db \(target)", in: folder)
        #expect(again.status == 1 && again.error.contains("such as \(Self.ids[0]): a backup is made in a new place"))
      }
      #expect(try await run("backup file:b file:c --quiet", in: folder).output == "")
      #expect(try await run("list file:c --count --format csv", in: folder).output == "type,objects\nPet,1\nUser,2\n")
    }

    @Test("A copy that is killed can be repeated")
    func killed() async throws {
      let folder = try TemporaryFolder()
      let fill = """
        orda shelf copy sqlite:made.db sqlite:a.db --quiet && sqlite3 a.db "INSERT INTO shelf_types (number, name, fields) VALUES \
        (9, 'N', ''); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000) INSERT INTO shelf_objects \
        (id, type, json, rev, refs, modified) SELECT CAST(printf('%016d', i) AS BLOB), 9, '{\\"n\\":' || i || '}', i, 0, 0 FROM n"
        """
      try folder.write(#"{"id":"AAAAAAAAQACAAAAAAAAAAQ"}"#, to: "a.json")
      _ = try await run("put sqlite:made.db a.json --type A", in: folder)
      let filled = try await BuiltProgram.shell(fill, in: folder)
      try #require(filled.status == 0, "\(filled.error)")
      func arguments(_ target: String) -> [String] { ["shelf", "copy", "sqlite:a.db", target, "--quiet"] }
      let whole = try Killer("sqlite:whole.db", in: folder)
      let moments = try whole.moments(of: arguments(whole.url))
      for number in 0..<6 {
        let killer = try Killer("sqlite:\(number).db", in: folder)
        // When the target has been made, and when more and more is in it.
        let killed = try killer.run(arguments(killer.url), killedAt: 1 + moments * number / 6)
        // The system kills the process. Where the thread that writes blocks that signal, it refuses the write instead.
        #expect(killed.status != 0, "\(killed.error)")
        let again = try await BuiltProgram(name: "orda").run(arguments(killer.url), in: folder)
        #expect(again.status == 0, "\(again.error)")
        let count = try await BuiltProgram.shell(
          "sqlite3 \(number).db 'SELECT COUNT(*) FROM shelf_objects'", in: folder)
        #expect(count.output == "6001\n")
      }
    }

    @Test("Control-C ends a copy, which goes on when it is made again")
    func interrupted() async throws {
      let folder = try await made()
      #expect(try await run("copy sqlite:a.db sqlite:b.db --quiet", in: folder).status == 0)
      try folder.write(#"{"id":"\#(ShelfId())"}"#, to: "new.json")
      #expect(try await run("put sqlite:a.db new.json --type New", in: folder).status == 0)
      // While somebody else writes the copy has to wait.
      let other = try RunningProgram(["shell", "sqlite:b.db"], in: folder)
      try other.send("BEGIN IMMEDIATE;\nSELECT 'locked' AS state;\n")
      try await other.wait(for: "locked")
      let urls = ["a", "b"].map { "sqlite:\(folder.file($0)).db?busy-timeout=600s" }
      try await PseudoTerminal.run(["shelf", "copy"] + urls, columns: 200) { terminal in
        try await terminal.wait("the copying") { $0.text.contains("copying") }
        terminal.type("\u{03}")
        _ = try await terminal.end()
        #expect(terminal.now.text.contains("interrupted; what was copied stays, and the same command goes on"))
      }
      _ = try other.end()
      #expect(try await run("copy sqlite:a.db sqlite:b.db", in: folder).output.hasPrefix("1 of 4 objects copied"))
    }

    // MARK: Watching

    @Test("A watch tells what another program saves and deletes, until Control-C", arguments: [false, true])
    func watch(isJSON: Bool) async throws {
      let folder = try await made()
      let program = try RunningProgram(
        ["shelf", "watch", "sqlite:a.db"] + (isJSON ? ["--format", "jsonl"] : []), in: folder)
      // From the first that it sees on it sees everything.
      var number = 0
      while program.output.isEmpty {
        number += 1
        try folder.write(#"{"id":"\#(Self.ids[2])","n":\#(number)}"#, to: "rex.json")
        #expect(try await run("put sqlite:a.db rex.json", in: folder).status == 0)
      }
      try folder.write(#"{"id":"\#(Self.ids[0])", "name" : "a\u001b"}"#, to: "dax.json")
      #expect(try await run("put sqlite:a.db dax.json", in: folder).status == 0)
      try await program.wait(
        for: isJSON
          ? #"{"kind":"saved","id":"\#(Self.ids[0])","type":"User","object":{"id":"\#(Self.ids[0])","name":"a\u001b"}}"#
            + "\n"
          : "saved    \(Self.ids[0])  User\n")
      #expect(try await run("delete sqlite:a.db \(Self.ids[1])", in: folder).status == 0)
      try await program.wait(
        for: isJSON
          ? #"{"kind":"deleted","id":"\#(Self.ids[1])","type":"User"}"# + "\n" : "deleted  \(Self.ids[1])  User\n")
      program.signal(SIGINT)
      let outcome = try program.end(afterExit: true)
      #expect(outcome.status == 0 && outcome.error == "", "\(outcome.status): \(outcome.error)")
    }

    @Test("A watch of one type ends after a number of changes; of too many objects it says that something has changed")
    func watchLimits() async throws {
      let folder = try await made()
      let one = try RunningProgram(["shelf", "watch", "sqlite:a.db", "User", "--count", "1"], in: folder)
      let many = try RunningProgram(["shelf", "watch", "sqlite:a.db", "--compare", "2", "--count", "1"], in: folder)
      var number = 0
      while one.output.isEmpty || many.output.isEmpty {
        number += 1
        for id in [Self.ids[0], Self.ids[2]] {
          try folder.write(#"{"id":"\#(id)","n":\#(number)}"#, to: "new.json")
          #expect(try await run("put sqlite:a.db new.json", in: folder).status == 0)
        }
      }
      #expect(try one.end(afterExit: true).output == "saved    \(Self.ids[0])  User\n")
      #expect(try many.end(afterExit: true).output == "unknown  more may have changed than is known\n")
    }
  }
#endif

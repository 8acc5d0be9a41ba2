#if ODB
  import Foundation
  import Testing

  @Suite("orda odb") struct ODBCommandTests {
    private func run(_ line: String, in folder: TemporaryFolder) async throws -> BuiltProgram.Outcome {
      try await BuiltProgram.shell("orda odb \(line)", in: folder)
    }

    @Test(
      "writes each type so that it reads it again",
      arguments: [
        ("boolean", "true"), ("integer", "-9223372036854775808"), ("double", "-0.0"), ("double", "nan"),
        ("date", "2026-01-31T12:34:56.789Z"), ("string", "ends in a blank "),
      ])
    func types(type: String, text: String) async throws {
      let folder = try TemporaryFolder()
      // What begins with a hyphen would be taken for an option.
      let set = try await run("set sqlite:a.odb x --type \(type) -- '\(text)'", in: folder)
      #expect(set.status == 0, "\(set.error)")
      #expect(try await run("get sqlite:a.odb x", in: folder).output == text + "\n")
      #expect(try await run("ls sqlite:a.odb --format csv", in: folder).output.contains("x,\(type),"))
    }

    @Test("writes data as its bytes")
    func data() async throws {
      let folder = try TemporaryFolder()
      _ = try await run("set sqlite:a.odb x aGkA --type data --application-type greeting", in: folder)
      #expect(try await run("get sqlite:a.odb x", in: folder).output == "hi\0")
      let list = try await run("ls sqlite:a.odb --format csv", in: folder)
      #expect(list.output == "name,type,value\nx,data (greeting),aGkA\n")
    }

    @Test(
      "says what is wrong, and makes nothing",
      arguments: [
        ("get sqlite:none.odb x", 1, "orda: cannotOpen"),
        ("ls sqlite::memory:", 1, "orda: there is no ODB in this database: orda odb set makes one\n"),
        ("set sqlite:b.odb a.b 1", 1, "orda: there is nothing at a\n"),
        ("set sqlite:b.odb 'a..b' 1", 1, "orda: 'a..b' is no path: see character 3\n"),
        ("set sqlite:b.odb a x --type integer", 64, "Error: A value of type integer is a whole number of 64 bits.\n"),
        ("rm sqlite:b.odb root", 1, "orda: "),
      ])
    func faults(line: String, status: Int32, message: String) async throws {
      let folder = try TemporaryFolder()
      let outcome = try await run(line, in: folder)
      #expect(outcome.status == status)
      #expect(outcome.error.hasPrefix(message), "\(outcome.error)")
      #expect(!folder.names.contains("none.odb"))
    }
  }
#endif

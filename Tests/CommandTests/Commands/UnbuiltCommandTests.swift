import TestSupport
import Testing

#if !Conformance || !ODB || !Server || !Shelf
  @Suite("Commands that were left out", .ownThread) struct UnbuiltCommandTests {
    @Test("say how they are had, whatever they are given", arguments: unbuilt)
    func told(_ name: String, _ trait: String) async throws {
      let (folder, program) = (try TemporaryFolder(), BuiltProgram(name: "orda"))
      for arguments in [[], ["sqlite::memory:", "--port", "8080"], ["--list"]] {
        let run = try await program.run([name] + arguments, in: folder)
        #expect(run.status == 64)
        #expect(run.error.contains("swift build -c release --product orda --traits \(trait)"))
      }
    }

    @Test("are not shown as if they were there", arguments: unbuilt)
    func hidden(_ name: String, _ trait: String) async throws {
      let run = try await BuiltProgram(name: "orda").run(["--help"], in: TemporaryFolder())
      #expect(!run.output.contains("\n  \(name) "))
    }
  }

  private let unbuilt: [(String, String)] = {
    var commands: [(String, String)] = []
    #if !Conformance
      commands.append(("conformance", "Conformance"))
    #endif
    #if !ODB
      commands.append(("odb", "ODB"))
    #endif
    #if !Shelf
      commands.append(("shelf", "Shelf"))
    #endif
    #if !Server
      commands.append(("serve", "Server"))
    #endif
    return commands
  }()
#endif

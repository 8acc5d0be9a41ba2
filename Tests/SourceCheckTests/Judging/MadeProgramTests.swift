#if SourceCheck
  import SourceCheckFixtures
  import ORDA
  import SourceCheck
  import Testing

  @testable import SourceCheckFixtures

  @Suite("Programs that are made") struct MadeProgramTests {
    private static func sources(_ program: MadeProgram) -> [(path: String, text: String)] {
      program.files.filter { $0.path.hasSuffix(".swift") }
    }

    @Test("Of right statements nothing is told", arguments: [1, 2, 3])
    func right(_ seed: UInt64) throws {
      let program = MadeProgram(seed: seed, files: 20, statements: 1_000)
      let verdicts = try Checked.verdicts(Self.sources(program), schema: SQL(text: ProgramSchema.migration))
      #expect(verdicts.problems == [] && verdicts.unjudged == [])
      #expect(Checked.find(Self.sources(program)).statements.count == 1_000)
    }

    @Test("Of 200 mistakes at least 190 are told of, and nothing else", arguments: [1, 2, 3])
    func mistakes(_ seed: UInt64) throws {
      let program = MadeProgram(seed: seed, mistakes: 200)
      let problems = try Checked.verdicts(Self.sources(program), schema: SQL(text: ProgramSchema.migration)).problems
      let found = program.mistakes.filter { mistake in
        problems.contains { $0.path == mistake.path && mistake.lines.contains($0.line) }
      }
      let missed = program.mistakes.filter { mistake in
        !problems.contains { $0.path == mistake.path && mistake.lines.contains($0.line) }
      }
      #expect(found.count >= 190, "\(missed.map { "\($0.mistake): \($0.call)" })")
      #expect(
        problems.allSatisfy { problem in
          program.mistakes.contains { $0.path == problem.path && $0.lines.contains(problem.line) }
        })
    }
  }
#endif

import TestSupport
import Testing

#if !os(macOS)
  /// A machine without MariaDB's client library, as a folder that is searched first and has something else by its name.
  @Suite("Without MariaDB's client library", .ownThread) struct MissingLibraryTests {
    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try folder.write("no library", to: "libmariadb.so.3")
    }

    private func run(_ arguments: String...) async throws -> BuiltProgram.Outcome {
      try await BuiltProgram(name: "orda").run(
        arguments, in: folder, environment: ["LD_LIBRARY_PATH": folder.path])
    }

    @Test func `The command starts, and other databases are as ever`() async throws {
      let run = try await run("query", "sqlite::memory:", "SELECT 7", "--format", "csv")
      #expect(run.status == 0)
      #expect(run.output.contains("7"))
    }

    @Test func `A server can't be opened, and what to install is said`() async throws {
      let run = try await run("ping", "mariadb://root@127.0.0.1:1")
      #expect(run.status == 1)
      #expect(run.error.contains("cannotOpen: MariaDB's client library can't be loaded ("))
      #expect(run.error.contains("libmariadb.so.3"))
      #expect(run.error.contains("install libmariadb3 (apt) or mariadb-connector-c (dnf)"))
    }
  }
#endif

import Foundation

/// A program of this package, as it was built beside the tests, run as a process of its own.
struct BuiltProgram {
  /// Its name; a path from the root is a program of the system.
  let name: String

  /// What a run left behind.
  struct Outcome {
    var status: Int32
    var output: String
    var error: String
  }

  /// There is no such program beside the tests, so that they can't run: a failure, never a skip.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// The folder that SwiftPM builds into: the tests' executable lies there on Linux, their bundle on macOS.
  static var folder: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
  }

  /// Runs the program to its end.
  ///
  /// Its streams are files and not pipes, so that none of them can fill up and stop it.
  ///
  /// - Parameters:
  ///   - input: What it reads from standard input.
  ///   - output: The file that standard output goes to, where it isn't to be kept.
  ///   - folder: Its working directory.
  ///   - environment: What differs from this process's environment, in which the locale is UTF-8.
  func run(
    _ arguments: [String] = [], input: [UInt8] = [], output: String? = nil, in folder: TemporaryFolder,
    environment: [String: String] = [:]
  ) async throws -> Outcome {
    let url = name.hasPrefix("/") ? URL(fileURLWithPath: name) : Self.folder.appendingPathComponent(name)
    guard FileManager.default.isExecutableFile(atPath: url.path) else {
      throw Missing(description: "there is no program \(url.path); swift build makes it")
    }
    let streams = try TemporaryFolder()
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    var variables = ProcessInfo.processInfo.environment
    for name in ["LC_CTYPE", "LC_ALL", "COLUMNS", "NO_COLOR"] { variables[name] = nil }
    variables["LANG"] = "C.UTF-8"
    process.environment = variables.merging(environment) { _, new in new }

    try Data(input).write(to: URL(fileURLWithPath: streams.file("input")))
    let handles = try ["output", "error"].map { name in
      try Data().write(to: URL(fileURLWithPath: streams.file(name)))
      return try FileHandle(forWritingTo: URL(fileURLWithPath: streams.file(name)))
    }
    let source = try FileHandle(forReadingFrom: URL(fileURLWithPath: streams.file("input")))
    let target = try output.map { try FileHandle(forWritingTo: URL(fileURLWithPath: $0)) } ?? handles[0]
    // A process keeps its streams for longer than it runs, and Foundation can't start one beside a thousand open files.
    defer { for handle in [source, target] + handles { try? handle.close() } }
    process.standardInput = source
    process.standardOutput = target
    process.standardError = handles[1]
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    return Outcome(
      // A signal is no exit status.
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: try streams.text("output"), error: try streams.text("error"))
  }
}

extension BuiltProgram {
  /// Runs the program to its end, and tells how many KiB of memory it had at most.
  ///
  /// The system knows that of programs that have ended. It is asked by a small program: what is started by a larger one is
  /// taken to have had the memory of that, too.
  func runMeasured(_ arguments: [String], in folder: TemporaryFolder) async throws -> (outcome: Outcome, peak: Int) {
    let script = """
      import resource, subprocess, sys
      status = subprocess.run(sys.argv[2:]).returncode
      peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
      open(sys.argv[1], "w").write(str(peak // 1024 if sys.platform == "darwin" else peak))
      sys.exit(status)
      """
    let file = "peak-\(UUID().uuidString)"
    let outcome = try await BuiltProgram(name: "/usr/bin/env").run(
      ["python3", "-c", script, file, Self.folder.appendingPathComponent(name).path] + arguments, in: folder)
    return (outcome, Int((try? folder.text(file)) ?? "") ?? 0)
  }

  /// Runs a line as a shell does, which finds the built programs by their names.
  static func shell(_ line: String, in folder: TemporaryFolder) async throws -> Outcome {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try await BuiltProgram(name: "/bin/sh").run(
      ["-c", line], in: folder, environment: ["PATH": "\(Self.folder.path):\(path)"])
  }
}

/// Runs the command with arguments in a folder.
func orda(
  _ arguments: String..., input: String = "", in folder: TemporaryFolder, environment: [String: String] = [:]
) async throws -> BuiltProgram.Outcome {
  try await BuiltProgram(name: "orda").run(arguments, input: Array(input.utf8), in: folder, environment: environment)
}

import Foundation

/// A program that is run and measured as a whole process, its streams being files.
struct ChildProcess {
  /// A program that failed, or is not there.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let arguments: [String]

  /// The command, which `Scripts/bench.sh` builds and names in the environment.
  static func orda(_ arguments: String...) throws -> ChildProcess {
    guard let program = ProcessInfo.processInfo.environment["ORDA"] else {
      throw Failure(description: "the environment variable ORDA does not say where the command is")
    }
    return ChildProcess(arguments: [program] + arguments)
  }

  /// Runs it to its end.
  func run(input: String = "/dev/null", output: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    try Data().write(to: URL(fileURLWithPath: output))
    process.standardInput = FileHandle(forReadingAtPath: input)
    process.standardOutput = FileHandle(forWritingAtPath: output)
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(description: "\(arguments.joined(separator: " ")) ended with status \(process.terminationStatus)")
    }
  }
}

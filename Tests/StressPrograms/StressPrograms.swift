import Foundation

/// Runs one of the programs that `Scripts/stress.sh` puts the libraries under stress with.
///
///     StressPrograms live URL …       see `LiveStress`
///     StressPrograms odb URL …        see `ODBStress`
///     StressPrograms shelf URL …      see `ShelfStress`
///     StressPrograms objects URL …    see `ObjectStress`
@main
struct StressPrograms {
  /// A program, named by the first argument.
  enum Name: String {
    case live, odb, shelf, objects
  }

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    let further = Array(arguments.dropFirst())
    switch arguments.first.flatMap(Name.init) {
    case .live: await LiveStress.run(further)
    // An ODB blocks, and is asked outside of tasks.
    case .odb: await onThread { ODBStress.run(further) }
    case .shelf: await ShelfStress.run(further)
    case .objects: await ObjectStress.run(further)
    case nil:
      print("usage: StressPrograms live|odb|shelf|objects URL [SECONDS]")
      exit(64)
    }
  }

  /// Starts this executable again, as a second process of a program.
  static func start(
    _ name: Name, _ arguments: [String], input: Pipe? = nil, output: Pipe? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [name.rawValue] + arguments
    if let input { process.standardInput = input }
    if let output { process.standardOutput = output }
    try process.run()
    return process
  }
}

/// Undoes what it is thrown out of.
struct Undone: Error {}

/// Runs a body on a thread that may block.
func onThread<R: Sendable, Failure: Error>(
  _ body: @escaping @Sendable () throws(Failure) -> R
) async throws(Failure) -> R {
  let result: Result<R, Failure> = await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      do throws(Failure) {
        continuation.resume(returning: .success(try body()))
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
  }
  return try result.get()
}

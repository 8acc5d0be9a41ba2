import Foundation

/// The service, as it was built beside the tests, run as a process of its own; it is killed with the object.
final class ServiceProcess: @unchecked Sendable {
  // Proof: nothing is written after `init`, and Process may be asked from any thread.
  private let process = Process()
  private let folder: TemporaryFolder

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    // SwiftPM puts the tests' executable beside the program on Linux, their bundle on macOS.
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let place = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    process.executableURL = place.appendingPathComponent("LedgerService")
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    for name in ["DATABASE_URL", "HOST", "LOG_LEVEL"] { variables[name] = nil }
    variables["PORT"] = "0"
    process.environment = variables.merging(environment) { _, new in new }
    let streams = try ["output", "error"].map { name in
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
      return try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file(name)))
    }
    defer { for stream in streams { try? stream.close() } }
    process.standardOutput = streams[0]
    process.standardError = streams[1]
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// Starts it, and waits until it listens.
  static func serving(_ url: String, environment: [String: String] = [:]) async throws -> (ServiceProcess, Client) {
    let service = try ServiceProcess([url], environment: environment)
    return (service, try await service.client())
  }

  /// Waits until it listens.
  func client() async throws -> Client {
    _ = await eventually { output.hasSuffix("\n") || !process.isRunning }
    guard output.hasSuffix("\n") else { throw Missing(description: "the service has ended: \(error)") }
    return Client(address: output.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  var output: String { folder.text("output") }
  var error: String { folder.text("error") }
  var isRunning: Bool { process.isRunning }

  /// Asks it to end, as systems do.
  func terminate() { kill(process.processIdentifier, SIGTERM) }

  /// Waits for its end.
  func status() async throws -> Int32 {
    guard await eventually({ !process.isRunning }) else { throw Missing(description: "the service does not end") }
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }
}

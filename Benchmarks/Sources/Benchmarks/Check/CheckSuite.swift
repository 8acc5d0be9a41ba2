import CFloor
import Foundation

extension Suite {
  /// A program of 10,000 statements in 500 files.
  static let check = Suite(name: "check", summary: "orda check, as a process, beside reading and preparing in C") {
    _, folder in
    let data = try CheckData(in: folder)
    return [
      Workload(
        "10,000 statements in 500 files", on: data, operations: CheckData.statements, target: 4, kind: .wall,
        peerName: "-", floor: CheckData.floor, ours: CheckData.ours, peer: nil)
    ]
  }
}

/// The program, made by the generator of the tests.
@MainActor
struct CheckData {
  static let statements = 10_000

  private let folder: String
  private let output: String
  private let orda: String

  init(in scratch: ScratchFolder) throws {
    let variables = ProcessInfo.processInfo.environment
    guard let orda = variables["ORDA_CHECK"], let maker = variables["ORDA_CHECK_PROGRAMS"] else {
      throw ChildProcess.Failure(description: "ORDA_CHECK and ORDA_CHECK_PROGRAMS don't say where the programs are")
    }
    self.orda = orda
    folder = scratch.path("program")
    output = scratch.path("checked")
    try ChildProcess(arguments: [maker, folder, "500", "\(Self.statements)"]).run(output: output)
  }

  static func floor(_ data: CheckData) throws -> Side {
    let texts = try Data(contentsOf: URL(fileURLWithPath: data.folder + "/statements"))
    let schema = try String(contentsOfFile: data.folder + "/Migrations/0001_tables.sql", encoding: .utf8)
    return Side(
      run: {
        let connection = try FloorConnection(":memory:")
        try connection.execute(schema)
        var bytes = 0
        let code = cf_read_folder(data.folder + "/Sources", &bytes)
        guard code == 0 else { throw FloorError(code: code, message: String(cString: strerror(code))) }
        return try connection.prepare(texts: texts)
      }, checksum: { UInt64($0) })
  }

  static func ours(_ data: CheckData) throws -> Side {
    let process = ChildProcess(arguments: [
      data.orda, "check", "--migrations", data.folder + "/Migrations", data.folder + "/Sources",
    ])
    return Side(
      run: { try process.run(output: data.output) },
      checksum: {
        let text = try String(contentsOfFile: data.output, encoding: .utf8)
        return text.hasPrefix("10,000 statements in 501 files checked, nothing wrong") ? UInt64(Self.statements) : 0
      })
  }
}

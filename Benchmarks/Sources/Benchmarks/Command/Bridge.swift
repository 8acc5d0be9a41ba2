import Foundation

/// `SELECT 1` again and again: by requests to `orda bridge` that do not wait for each other, and by Python's own module.
@MainActor
enum Bridge {
  /// How often, and where the files are.
  struct Data {
    let count: Int
    let requests: String
    let answers: String
    let program: String

    @MainActor
    init(_ scale: Scale, in folder: ScratchFolder) throws {
      count = scale.rows
      requests = folder.path("requests.jsonl")
      answers = folder.path("answers.jsonl")
      program = folder.path("select.py")
      let lines = (1...count).map { "{\"id\":\($0),\"op\":\"execute\",\"sql\":\"SELECT 1\"}\n" }
      try lines.joined().write(toFile: requests, atomically: false, encoding: .utf8)
      try Bridge.python.write(toFile: program, atomically: false, encoding: .utf8)
    }
  }

  /// Times itself, so that the start of Python does not count in its favour.
  private static let python = """
    import sqlite3, sys, time
    connection = sqlite3.connect(":memory:")
    total = 0
    start = time.monotonic_ns()
    for _ in range(int(sys.argv[1])):
        total += connection.execute("SELECT 1").fetchall()[0][0]
    print(time.monotonic_ns() - start, total)
    """

  /// Python's loop.
  static func floor(_ data: Data) -> Side {
    Side(timed: {
      try ChildProcess(arguments: ["python3", data.program, "\(data.count)"]).run(output: data.answers)
      let figures = try String(contentsOfFile: data.answers, encoding: .utf8).split(whereSeparator: \.isWhitespace)
      guard figures.count == 2, let time = Double(figures[0]), let total = UInt64(figures[1]) else {
        throw ChildProcess.Failure(description: "python3 printed \(figures)")
      }
      return Side.Round(cost: Cost(processor: time, wall: time), checksum: total)
    })
  }

  /// The bridge, from its start to its end.
  static func ours(_ data: Data) -> Side {
    Side(
      run: { try ChildProcess.orda("bridge", "sqlite::memory:").run(input: data.requests, output: data.answers) },
      checksum: {
        let answers = try String(contentsOfFile: data.answers, encoding: .utf8).split(separator: "\n")
        return UInt64(answers.count { $0.contains("\"rows\":[[1]]") })
      })
  }
}

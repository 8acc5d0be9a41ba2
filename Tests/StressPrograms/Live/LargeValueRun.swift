import Foundation
import ORDA

/// Writes and reads one large value, in a process of its own, for only so is its memory its own.
struct LargeValueRun {
  let db: any Governor
  let mebibytes: Int

  /// Prints by how many MiB the process grew at most.
  func run() async throws {
    try db.blocking.execute("CREATE TABLE orda_large (id INTEGER PRIMARY KEY, content LONGBLOB)")
    try db.blocking.execute("INSERT INTO orda_large VALUES (1, '')")
    let place = ValuePlace("content", in: "orda_large", key: ["id": 1])
    let chunk = [UInt8](repeating: 7, count: 1 << 20)
    // What is allocated once, whatever the size, is there before.
    try db.blocking.writeValue(at: place) { try $0.write(chunk) }
    let before = Self.peak
    for announced in [mebibytes << 20, nil] {
      try db.blocking.writeValue(at: place, count: announced) { writer in
        for _ in 0..<mebibytes { try writer.write(chunk) }
      }
      var count = 0
      try db.blocking.readValue(at: place) { count += $0.count }
      guard count == mebibytes << 20 else { throw DatabaseError(.other, "\(count) bytes were read") }
    }
    print("grew by \((Self.peak - before) >> 10) MiB")
    try db.blocking.execute("DROP TABLE orda_large")
    try await db.close()
  }

  /// The most memory that the process has had, in KiB; 0 where the system does not tell.
  private static var peak: Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split { $0 == " " || $0 == "\t" }.compactMap { Int($0) }.first ?? 0
  }
}

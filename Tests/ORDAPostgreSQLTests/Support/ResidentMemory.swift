import Foundation

/// What this process has in memory.
enum ResidentMemory {
  /// The most that there ever was, in bytes.
  static var peak: Int { line("VmHWM:") }

  /// Now, in bytes.
  static var bytes: Int { line("VmRSS:") }

  private static func line(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }
}

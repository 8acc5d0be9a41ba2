import Foundation
import ORDA
internal import ORDAThreads

/// How much memory and how many files this process has while it works: the second half of the time against the first.
///
/// The first tenth counts for nothing, since all that is made once is made then. A run of less than a minute says nothing, for the
/// pool's size goes up and down by chance; and where the system does not tell, nothing is measured, and nothing is wrong.
final class Footprint: Sendable {
  /// By how much the mean of the second half may be above that of the first.
  static let allowance = (memory: 1.05, mebibytes: 4.0, files: 1.1, descriptors: 4.0)

  private let samples = Lock<[Sample]>([])
  private let begin = ContinuousClock.now
  private let duration: Duration

  private struct Sample {
    /// When, as a part of the whole time.
    let moment: Double
    let mebibytes: Double
    let descriptors: Double
  }

  init(for duration: Duration) { self.duration = duration }

  /// How many files and sockets this process has open. What the system's own threads have made for themselves is not counted, where
  /// it can be told apart; 0 where the system does not tell.
  static func openFiles() -> Int {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.count { descriptor in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + descriptor)
      return target.map { !$0.hasPrefix("anon_inode:") && !$0.hasPrefix("/proc/") } ?? false
    }
  }

  /// Takes a sample five times a second.
  func take(until end: ContinuousClock.Instant) async {
    while ContinuousClock.now < end {
      if let sample = sample() { samples.withLock { $0.append(sample) } }
      try? await Task.sleep(for: .milliseconds(200))
    }
  }

  private func sample() -> Sample? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return Sample(
      moment: (ContinuousClock.now - begin) / duration,
      mebibytes: Double(pages * sysconf(Int32(_SC_PAGESIZE))) / 1_048_576, descriptors: Double(Self.openFiles()))
  }

  /// The means of both halves, and the most.
  private struct Halves {
    var first = 0.0
    var second = 0.0
    var most = 0.0

    init(_ samples: [Sample], _ value: (Sample) -> Double) {
      first = Self.mean(samples.filter { (0.1..<0.5).contains($0.moment) }.map(value))
      second = Self.mean(samples.filter { $0.moment >= 0.5 }.map(value))
      most = samples.map(value).max() ?? 0
    }

    private static func mean(_ values: [Double]) -> Double {
      values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }
  }

  private var memory: Halves { Halves(samples.withLock { $0 }) { $0.mebibytes } }
  private var files: Halves { Halves(samples.withLock { $0 }) { $0.descriptors } }

  /// What has grown.
  var faults: [String] {
    if duration < .seconds(60) { return [] }
    var faults: [String] = []
    let (memory, files) = (memory, files)
    if memory.second > memory.first * Self.allowance.memory + Self.allowance.mebibytes {
      faults.append("memory grew from \(Self.text(memory.first)) to \(Self.text(memory.second)) MiB")
    }
    if files.second > files.first * Self.allowance.files + Self.allowance.descriptors {
      faults.append("open files grew from \(Self.text(files.first)) to \(Self.text(files.second))")
    }
    return faults
  }

  var description: String {
    let (memory, files) = (memory, files)
    return """
      resident memory: \(Self.text(memory.first)) MiB in the first half, \(Self.text(memory.second)) in the second, \
      \(Self.text(memory.most)) at most; may grow by 5 % and 4 MiB
      file descriptors: \(Self.text(files.first)) in the first half, \(Self.text(files.second)) in the second, \
      \(Self.text(files.most)) at most; may grow by 10 % and 4
      """
  }

  private static func text(_ number: Double) -> String { String(format: "%.1f", number) }
}

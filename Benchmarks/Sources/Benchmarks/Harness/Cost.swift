#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// What some work took, in nanoseconds.
struct Cost: Sendable {
  var processor: Double
  var wall: Double

  /// Which of the two a workload is judged by.
  enum Kind {
    /// Processor time of the whole process with the programs that it ran, or of the threads that are measured.
    case processor
    /// The time that passes, for work that waits for other threads.
    case wall
    /// A number of bytes, in the place of milliseconds.
    case bytes
    /// How many there are, in the place of milliseconds, with a limit.
    case count
    /// The bytes of one of many, in the place of milliseconds, with a limit in bytes.
    case bytesEach
    /// The longest of many lengths of time, with a limit in milliseconds.
    case longest

    /// True if the target is a limit for the figure itself, and not for its ratio to the floor.
    var isLimited: Bool {
      switch self {
      case .processor, .wall, .bytes: false
      case .count, .bytesEach, .longest: true
      }
    }
  }

  init(processor: Double, wall: Double) {
    self.processor = processor
    self.wall = wall
  }

  /// What is no time, in the place of milliseconds.
  init(figure: Double) { self.init(processor: figure * 1e6, wall: figure * 1e6) }

  subscript(kind: Kind) -> Double {
    switch kind {
    case .processor: processor
    case .wall, .bytes, .count, .bytesEach, .longest: wall
    }
  }

  /// What this process, and the programs that it ran to their end, have used so far.
  static func now() -> Cost {
    Cost(processor: reading(CLOCK_PROCESS_CPUTIME_ID) + readingOfPrograms(), wall: reading(CLOCK_MONOTONIC))
  }

  /// What the calling thread has used so far.
  static func nowOfThread() -> Cost {
    Cost(processor: reading(CLOCK_THREAD_CPUTIME_ID), wall: reading(CLOCK_MONOTONIC))
  }

  static func - (end: Cost, start: Cost) -> Cost {
    Cost(processor: end.processor - start.processor, wall: end.wall - start.wall)
  }

  static func + (one: Cost, other: Cost) -> Cost {
    Cost(processor: one.processor + other.processor, wall: one.wall + other.wall)
  }

  private static func readingOfPrograms() -> Double {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    #else
      getrusage(RUSAGE_CHILDREN, &usage)
    #endif
    return nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)
  }

  private static func nanoseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1e9 + Double(time.tv_usec) * 1e3 }

  private static func reading(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

#if Tracing
  internal import Tracing
#endif

/// What a call is part of in a trace, for the thread that does its work: a task's own values end where the task hands over.
///
/// Without the trait `Tracing` there is nothing in it, and it costs nothing.
struct TraceParent: Sendable {
  #if Tracing
    fileprivate let tracer: any Tracer
    fileprivate let context: ServiceContext?
    /// When the call was made: a statement's span includes the wait for its connection.
    fileprivate let moment = TraceMoment.now
  #endif

  /// That of this task, or thread; nil where nobody traces.
  @inline(__always)
  static var current: TraceParent? {
    #if Tracing
      let tracer = InstrumentationSystem.tracer
      return tracer is NoOpTracer ? nil : TraceParent(tracer: tracer, context: .current)
    #else
      return nil
    #endif
  }
}

extension TraceParent? {
  /// Runs work as a part of it.
  @inline(__always)
  func run<R>(_ work: () throws -> R) throws -> R {
    #if Tracing
      guard let self else { return try work() }
      return try withTracer(self.tracer) { try ServiceContext.withValue(self.context) { try work() } }
    #else
      return try work()
    #endif
  }

  /// When the call was made.
  var moment: TraceMoment? {
    #if Tracing
      return self?.moment
    #else
      return nil
    #endif
  }
}

/// When something began, as spans tell it; without the trait `Tracing` there is nothing in it.
struct TraceMoment: Sendable {
  #if Tracing
    let instant: DefaultTracerClock.Timestamp
  #endif

  @inline(__always)
  static var now: TraceMoment {
    #if Tracing
      return TraceMoment(instant: DefaultTracerClock.now)
    #else
      return TraceMoment()
    #endif
  }
}

#if Server
  internal import HummingbirdCore
  internal import Logging
  internal import NIOCore

  /// HTTP of version 1, where a connection's requests are answered on the thread that reads them.
  ///
  /// Tasks run on other threads than connections otherwise, and for a short answer it takes longer to wake one, and then the first one
  /// again, than to make it. What may take long must leave this thread, which others read from, too: ``elsewhere(_:)``.
  struct LoopChannel: ServerChildChannel {
    fileprivate let channel: HTTP1Channel

    static func server(idleTimeout: TimeAmount) -> HTTPServerBuilder {
      HTTPServerBuilder { responder in
        LoopChannel(channel: HTTP1Channel(responder: responder, configuration: .init(idleTimeout: idleTimeout)))
      }
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
      self.channel.setup(channel: channel, logger: logger)
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
      await withTaskExecutorPreference(LoopExecutor(loop: value.channel.eventLoop)) {
        await channel.handle(value: value, logger: logger)
      }
    }

    /// Does something on the threads of all tasks.
    static func elsewhere<R>(_ work: () async throws -> R) async rethrows -> R {
      try await withTaskExecutorPreference(globalConcurrentExecutor, operation: work)
    }
  }

  /// Runs tasks on the thread of an event loop.
  private final class LoopExecutor: TaskExecutor {
    let loop: any EventLoop

    init(loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
#endif

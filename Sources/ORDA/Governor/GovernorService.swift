#if ServiceLifecycle
  internal import ORDAThreads
  public import ServiceLifecycle
  internal import Synchronization

  /// A governor as a service that ends with its program: when the program shuts down, it drains and closes.
  ///
  /// A `ServiceGroup` ends its services in the reverse of their order, each when those after it have ended. So the governor
  /// stands before whatever uses it:
  ///
  /// ```swift
  /// let group = ServiceGroup(services: [db.service, server], gracefulShutdownSignals: [.sigterm], logger: logger)
  /// ```
  ///
  /// It is there with the package's trait `ServiceLifecycle`.
  public struct GovernorService: Service {
    private let governor: any Governor
    private let grace: Duration

    fileprivate init(_ governor: any Governor, grace: Duration) {
      self.governor = governor
      self.grace = grace
    }

    /// Waits until the program shuts down gracefully, or the task is cancelled; then closes the governor as
    /// `close(within:)` does, and returns when it is closed.
    ///
    /// It connects to nothing, and does not end because the database is gone.
    ///
    /// - Throws: ``DatabaseError`` of kind `misuse`, code `nilConnection`, if the governor is closed, or already is a service
    ///   that was run.
    public func run() async throws {
      try (governor as? ConnectionGovernor)?.beginService()
      // Cancelled or told to end, it does the same.
      try? await gracefulShutdown()
      try await governor.close(within: grace)
    }
  }

  extension Governor {
    /// The governor as a service that closes within ten seconds; see ``service(grace:)``.
    public var service: GovernorService { service() }

    /// The governor as a service, for a `ServiceGroup`.
    ///
    /// - Parameter grace: How long what still runs at the shutdown may take; after that it is stopped. It must be less than
    ///   what the system leaves the program.
    public func service(grace: Duration = .seconds(10)) -> GovernorService { GovernorService(self, grace: grace) }
  }

  extension ConnectionGovernor {
    fileprivate func beginService() throws(DatabaseError) {
      if writers.isRefusing { throw writers.closedError() }
      if isService.exchange(true, ordering: .acquiringAndReleasing) {
        var error = DatabaseError(.misuse, "the governor already is a service that was run; one can be run once")
        error.code = .nilConnection
        throw error
      }
    }
  }
#else
  extension Governor {
    /// The governor as a service. It is there with the package's trait `ServiceLifecycle`.
    @available(
      *, unavailable,
      message: "a governor is a service with the trait ServiceLifecycle: .package(…, traits: [\"ServiceLifecycle\"])"
    )
    public var service: any Sendable { self }
  }
#endif

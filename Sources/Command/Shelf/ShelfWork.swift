#if Shelf
  import ArgumentParser
  import ORDAPlatform
  import SHELF

  /// A command that works on an existing shelf.
  protocol ShelfWork: ParsableCommand {
    var place: ShelfArgument { get }
    /// Does the work, without the objects that can't be read: these are reported, and the exit code is 1. Nothing else
    /// writes to the output.
    func work(on opened: OpenShelf) async throws
  }

  extension ShelfWork {
    func run() throws {
      try Failure.reporting {
        let opened = try place.open()
        try awaiting { command in try await command.work(on: opened) }
        guard opened.unreadable.value > 0 else { return }
        try StandardStreams.output.flush()
        throw Failure.exitCode
      }
    }
  }

  extension ParsableCommand {
    /// Runs work with a shelf to its end, while this thread waits.
    func awaiting<R: Sendable>(_ work: @escaping @Sendable (Self) async throws -> R) throws -> R {
      // The command never changes, and nobody else has it meanwhile.
      nonisolated(unsafe) let command = self
      do {
        return try InterruptibleWork.run { try await work(command) }
      } catch ShelfError.database(let error) {
        throw error
      } catch ShelfError.cancelled {
        throw Interrupted(signal: SIGINT)
      } catch let end as Terminated {
        try? StandardStreams.output.flush()
        Signals.die(of: end.signal)
      }
    }
  }
#endif

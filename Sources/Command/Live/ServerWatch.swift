import ORDA
internal import ORDAThreads

/// Checks now and then whether a database is reachable: what is shown while it is not may be outdated.
///
/// When it is back, changes are followed again automatically.
final class ServerWatch: Sendable {
  /// The pause between two checks, and the time limit of each.
  private static let pause = Duration.seconds(2)

  private let database: any Governor
  private let lost = Lock<DatabaseError?>(nil)

  init(_ database: any Governor) { self.database = database }

  /// Why the database can't be reached; nil while it can.
  var error: DatabaseError? { lost.withLock { $0 } }

  /// Checks until the task is cancelled.
  ///
  /// - Parameter onChange: Called when the database has gone, and when it is back.
  func run(onChange: @Sendable (DatabaseError?) -> Void) async {
    while (try? await Task.sleep(for: Self.pause)) != nil {
      let error = await answer()
      let wasLost = lost.withLock { lost in
        defer { lost = error }
        return lost != nil
      }
      if wasLost != (error != nil) { onChange(error) }
    }
  }

  private func answer() async -> DatabaseError? {
    do {
      _ = try await database.first(Int.self, "SELECT 1", timeout: Self.pause)
      return nil
    } catch let error as DatabaseError {
      // A database without a spare connection is reachable nevertheless.
      let kinds: [DatabaseError.Kind] = [.connectionLost, .cannotOpen, .timeout]
      return kinds.contains { $0.matches(error.kind) } ? error : nil
    } catch {
      return nil
    }
  }

  /// The same in words.
  static func words(_ error: DatabaseError?) -> String {
    guard let error else { return "the database is there again" }
    return "the database can't be reached, and what is shown is as it was before: \(error.kind.name): \(error.message)"
  }
}

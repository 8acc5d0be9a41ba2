import Foundation
import ORDA

/// Who reads a sequence of changes, which tells of the table.
final class ChangesListener: LatencyListener {
  private let heard = Heard()
  private let task: Task<Void, any Error>

  init(_ governor: any Governor, _ table: String) throws {
    let begun = DispatchSemaphore(value: 0)
    task = Task.detached { [heard] in
      let changes = try await governor.changes(of: TableName(name: table))
      begun.signal()
      for await _ in changes { heard.now() }
    }
    guard begun.wait(timeout: .now() + 10) == .success else {
      throw LiveFailure(description: "changes can't be listened to")
    }
  }

  isolated deinit { task.cancel() }

  func arm() {}

  func wait() throws -> (moment: Int64, number: Int64?) { (try heard.wait(), nil) }
}

import ORDA
import ORDAThreads

/// All views that somebody watches. Who asks for one that is there already gets the same.
final class LiveViews: Sendable {
  private struct Entry: Sendable {
    var making: Task<LiveView, any Error>
    var users: Int
  }

  private static let most = 1_000
  private let databases: [ServedDatabase]
  private let views = Lock<[String: Entry]>([:])

  init(_ databases: [ServedDatabase]) { self.databases = databases }

  /// The view of a page, by the page's address. Whoever gets it gives it back by ``release(_:)``; also where it throws, nothing is
  /// to be given back.
  ///
  /// - Throws: ``Problem`` and `DatabaseError`.
  func view(of address: String) async throws -> LiveView {
    let making = try views.withLock { views throws(Problem) -> Task<LiveView, any Error> in
      if var entry = views[address] {
        entry.users += 1
        views[address] = entry
        return entry.making
      }
      guard views.count < Self.most else { throw Problem(.tooManyRequests, "\(Self.most) pages are watched already.") }
      let making = Task { try await self.make(address) }
      views[address] = Entry(making: making, users: 1)
      return making
    }
    do {
      return try await making.value
    } catch {
      // All who waited for it get the error, and the next one tries again.
      views.withLock { views in
        if let entry = views[address], entry.making == making { views[address] = nil }
      }
      throw error
    }
  }

  /// Gives a view back; with its last user it goes.
  func release(_ address: String) {
    views.withLock { views in
      guard var entry = views[address] else { return }
      entry.users -= 1
      views[address] = entry.users > 0 ? entry : nil
    }
  }

  /// How many views there are.
  var count: Int { views.withLock { $0.count } }

  private func make(_ text: String) async throws -> LiveView {
    let address = Address(reading: text)
    guard address.path.count == 3, address.path[1] == "table",
      let database = databases.first(where: { $0.name == address.path[0] })
    else { throw Problem(.notFound, "There is no page to watch at this address.") }
    let table = try await database.table(address.path[2])
    let request = try TableRequest(address.fields, of: table)
    return try await LiveView(text, request, of: table, on: database)
  }
}

import DataObjects

/// How long others of the main actor wait while objects are fetched and saved.
@MainActor
enum ObjectsTurns {
  static func workloads(_ data: ObjectsData) -> [Workload] {
    [
      Workload(
        "main actor's longest turn, fetching", on: data, operations: 1, target: 2, kind: .longest, floor: idle,
        ours: fetching, peers: ObjectsSuite.peers(nil)),
      Workload(
        "main actor's longest turn, saving new objects", on: data, operations: 1, target: 2, kind: .longest,
        floor: idle,
        ours: saving, peers: ObjectsSuite.peers(nil)),
      Workload(
        "main actor's longest turn, changing each", on: data, operations: 1, target: 2, kind: .longest, floor: idle,
        ours: changing, peers: ObjectsSuite.peers(nil)),
    ]
  }

  /// With nothing to do beside the probe.
  private static func idle(_ data: ObjectsData) throws -> Side {
    Side(timed: { try await longestTurn { try await Task.sleep(for: .milliseconds(50)) } })
  }

  private static func fetching(_ data: ObjectsData) throws -> Side {
    let store = OpenedStore(try data.shared(data.count), Article.model)
    return Side(timed: {
      let store = try await store.get()
      var articles: [Article] = []
      let round = try await longestTurn { articles = try await store.fetch(Article.self) }
      return articles.count == data.count ? round : Side.Round(cost: round.cost, checksum: 0)
    })
  }

  private static func saving(_ data: ObjectsData) throws -> Side {
    Side(timed: {
      let store = try await Article.model.open(data.empty())
      let articles = data.articles.map { Article($0) }
      // The program's own loop is not what the store is judged by.
      store.isAutosaving = false
      for article in articles { store.insert(article) }
      let round = try await longestTurn { await store.flush() }
      try await store.close()
      return round
    })
  }

  private static func changing(_ data: ObjectsData) throws -> Side {
    let store = OpenedStore(try data.full(), Article.model)
    var articles: [Article] = []
    var number: Int64 = 0
    return Side(timed: {
      let store = try await store.get()
      if articles.isEmpty { articles = try await store.fetch(Article.self) }
      number += 1
      store.isAutosaving = false
      for article in articles { article.reads = number }
      return try await longestTurn { await store.flush() }
    })
  }

  /// The longest time between two turns of a task that does nothing but give way.
  private static func longestTurn(_ work: @MainActor () async throws -> Void) async throws -> Side.Round {
    let probe = Task { @MainActor in
      var longest = 0.0
      var last = Cost.now().wall
      // Once more after the end: the last turn was somebody's, too.
      var isOver = false
      while !isOver {
        isOver = Task.isCancelled
        await Task.yield()
        let now = Cost.now().wall
        longest = max(longest, now - last)
        last = now
      }
      return Cost(processor: 0, wall: longest)
    }
    // The probe has begun when the work does.
    for _ in 0..<3 { await Task.yield() }
    try await work()
    probe.cancel()
    return Side.Round(cost: await probe.value, checksum: 1)
  }
}

/// One contender at a workload: the floor, ORDA or the peer, its connections open and its statements prepared.
@MainActor
struct Side {
  /// What one round took, and the checksum of what it read or wrote.
  struct Round {
    var cost: Cost
    var checksum: UInt64
  }

  /// Runs the workload once.
  let round: @MainActor () async throws -> Round

  /// Runs it once by calls that block, with or without its work being counted; nil for what has to be awaited.
  private(set) var blockingRound: (@MainActor (_ isCounted: Bool) throws -> Void)?

  /// A side whose work is timed from outside.
  ///
  /// `run` is timed, and so is letting go of its product: freeing what was read is part of reading it. `before` and
  /// `checksum` are not timed.
  init<Product>(
    before: @escaping @MainActor () throws -> Void = {},
    run: @escaping @MainActor () async throws -> Product,
    checksum: @escaping @MainActor (Product) throws -> UInt64
  ) {
    round = {
      try before()
      let start = Cost.now()
      var product: Product? = try await run()
      let ran = Cost.now() - start
      let sum = try product.map(checksum)
      let resumed = Cost.now()
      product = nil
      return Round(cost: ran + (Cost.now() - resumed), checksum: sum ?? 0)
    }
  }

  /// A side whose work blocks, timed from outside.
  init<Product>(
    before: @escaping @MainActor () throws -> Void = {},
    run: @escaping @MainActor () throws -> Product,
    checksum: @escaping @MainActor (Product) throws -> UInt64
  ) {
    let awaited: @MainActor () async throws -> Product = { try run() }
    self.init(before: before, run: awaited, checksum: checksum)
    blockingRound = { isCounted in
      try before()
      // Its product is let go of there as well.
      if isCounted { try counted { _ = try run() } } else { _ = try run() }
    }
  }

  /// A side that times itself, because only some of its threads count.
  init(
    before: @escaping @MainActor () throws -> Void = {},
    timed: @escaping @MainActor () async throws -> Round
  ) {
    round = {
      try before()
      return try await timed()
    }
  }
}

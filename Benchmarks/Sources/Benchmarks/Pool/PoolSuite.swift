extension Suite {
  /// How connections are shared: by who takes one alone, by more than there are, and by very many at once.
  static let pool = Suite(name: "pool", summary: "The pool: ORDA beside C and HikariCP over Connector/J") {
    scale, folder in
    let data = try PoolData(scale, in: folder)
    return Leasing.workloads(data) + ServerLookups.workloads(data) + FileLookups.workloads(data)
      + Spike.workloads(data) + Waiters.workloads(data)
  }
}

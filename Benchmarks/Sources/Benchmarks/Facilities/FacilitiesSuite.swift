extension Suite {
  /// What the core does beyond statements and rows. Each facility has a file with its workloads.
  static let facilities = Suite(
    name: "facilities", summary: "What ORDA does beyond statements and rows: beside C, on SQLite and MariaDB"
  ) { scale, folder in
    try [Lists.workloads, Upserts.workloads, OrderedWork.workloads].flatMap { try $0(scale, folder) }
  }
}

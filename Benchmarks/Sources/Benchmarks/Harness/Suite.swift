/// A named list of workloads that share their data.
struct Suite: Sendable {
  let name: String
  let summary: String

  /// Makes the data in a scratch folder, and the workloads on it.
  let workloads: @MainActor (Scale, ScratchFolder) throws -> [Workload]

  /// Every suite, in the order in which they run. The pool's is the last, since it moves the program between processors.
  static let all: [Suite] = [
    .sqlite, .mariadb, .postgresql, .command, .live, .facilities, .odb, .shelf, .dataobjects, .check, .pool,
  ]

  /// The trait that ORDA is built with, as workloads are called then; empty without one.
  static var variant: String {
    #if FastEntries
      ", FastEntries"
    #else
      ""
    #endif
  }

  static var names: String { all.map(\.name).joined(separator: ", ") }

  static func named(_ name: String) -> Suite? { all.first { $0.name == name } }
}

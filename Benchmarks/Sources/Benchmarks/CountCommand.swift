import ArgumentParser

/// Does one side of a workload, for a tool that counts the instructions inside ``counted(_:)``. `Scripts/bench.sh count` runs
/// it and reads what was counted.
struct CountCommand: ParsableCommand {
  static let name = "count"
  static let configuration = CommandConfiguration(commandName: name)

  enum Contender: String, ExpressibleByArgument, CaseIterable {
    case floor
    case ours
  }

  @Option(help: "The suite that the workload is of: one whose sides do their work themselves.")
  var suite = Suite.sqlite.name

  @Argument(help: "The workload's whole name. Without it, those that can be counted are listed.")
  var workload: String?

  @Argument(help: "Whose work is to be done.")
  var contender: Contender = .ours

  func run() throws {
    try MainActor.assumeIsolated {
      let folder = try ScratchFolder()
      defer { folder.remove() }
      guard let counted = [Suite.sqlite, .mariadb, .postgresql].first(where: { $0.name == self.suite }) else {
        throw ValidationError("Of the suite '\(suite)' nothing is counted.")
      }
      let all = try counted.workloads(.quick, folder)
      guard let workload else {
        for workload in all where try workload.ours?().blockingRound != nil { print(workload.name) }
        return
      }
      guard let found = all.first(where: { $0.name == workload }) else {
        throw ValidationError(
          "No workload is called '\(workload)'. They are: \(all.map(\.name).joined(separator: ", ")).")
      }
      guard let round = try (contender == .floor ? found.floor : found.ours)?().blockingRound else {
        throw ValidationError("'\(workload)' is awaited, and what other threads do for it is not counted.")
      }
      // The first time, statements are prepared and pages read.
      try round(false)
      try round(true)
      print(found.operations)
    }
  }
}

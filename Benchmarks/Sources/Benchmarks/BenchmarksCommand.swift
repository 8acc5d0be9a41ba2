import ArgumentParser

/// Measures ORDA beside plain C and beside a peer, in one process and in turns.
struct BenchmarksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks",
    abstract: "Measure ORDA beside plain C (the floor) and beside a peer.",
    discussion: "Times are medians in milliseconds; a ratio is the median of the rounds' own ratios."
  )

  @Argument(help: "The suite to run: \(Suite.names). All of them, if none is named.")
  var name: String?

  @Flag(help: "Fewer rows, and three rounds each.")
  var quick = false

  @Flag(help: "Print one JSON object a workload, and nothing else, on standard output.")
  var json = false

  @Option(help: ArgumentHelp("Run only the workloads whose name contains this text.", valueName: "text"))
  var filter: String?

  @Option(help: .hidden)
  var part: LivePart?

  @Option(help: .hidden)
  var database: String?

  func validate() throws {
    if let name, Suite.named(name) == nil {
      throw ValidationError("There is no suite '\(name)'. The suites are: \(Suite.names).")
    }
  }

  @MainActor
  func run() async throws {
    if let part, let database { return try part.run(on: database) }
    let scale: Scale = quick ? .quick : .full
    let suites = name.flatMap(Suite.named).map { [$0] } ?? Suite.all
    var matched = false
    for suite in suites {
      let folder = try ScratchFolder()
      defer { folder.remove() }
      let workloads = try suite.workloads(scale, folder).filter { filter.map($0.name.contains) ?? true }
      guard !workloads.isEmpty else { continue }
      matched = true
      let report: any Report = json ? JSONReport() : TableReport(suite: suite, workloads: workloads)
      for workload in workloads {
        report.add(try await workload.measure(scale), of: workload)
      }
      report.finish()
    }
    // One that this variant leaves out was measured before.
    if !matched, Suite.variant.isEmpty {
      throw ValidationError("No workload's name contains '\(filter ?? "")'.")
    }
  }
}

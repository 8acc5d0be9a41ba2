#if Conformance
  import ArgumentParser
  import ORDA
  import ORDAConformance
  import ORDAImport
  internal import ORDAThreads

  /// `orda conformance URL…`
  struct ConformanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "conformance",
      abstract: "Prove that a driver and its database keep ORDA's promises.",
      discussion: """
          orda conformance sqlite:/tmp/kit.db
          orda conformance mariadb://root@127.0.0.1/test --group transactions --group errors
          orda conformance sqlite:/tmp/kit.db sqlite::memory: --format markdown > chart.md
          orda conformance --list

        Runs the cases of ORDAConformance one after the other and shows a chart: pass, FAIL, or not supported with what is \
        missing. What a failed case expected and found stands below it. Ends with 1 where a case failed.

        The database may be in use: the cases touch only tables that they make, whose names begin with orda_kit_, and drop \
        them afterwards. They do take connections and time of its server.
        """)

    @Argument(help: ArgumentHelp("The databases, for example sqlite:music.db.", valueName: "url"))
    var urls: [String] = []

    @Option(
      name: .customLong("group"),
      help: ArgumentHelp("Only the cases of this group, and of others named so.", valueName: "group"))
    var groups: [String] = []

    @Option(
      name: .customLong("case"),
      help: ArgumentHelp("Only the case of this name, and others named so.", valueName: "name")
    )
    var names: [String] = []

    @Flag(help: "List the cases and run none.")
    var list = false

    @Flag(help: "Show no progress.")
    var quiet = false

    @OptionGroup var format: FormatOption

    func validate() throws {
      if urls.isEmpty, !list { throw ValidationError("Which database? Give its URL, or --list.") }
      for group in groups where !ConformanceSuite.groups.contains(group) {
        throw ValidationError(
          "There is no group \(group); the groups are \(ConformanceSuite.groups.joined(separator: ", ")).")
      }
      for name in names where ConformanceSuite.case(named: name) == nil {
        throw ValidationError("There is no case \(name); --list shows them all.")
      }
    }

    func run() throws {
      try Failure.reporting {
        if list { return try showCases() }
        let targets = try urls.map { try ConformanceTarget(url: $0) }
        let reports = targets.map { target in (target.title, report(on: target)) }
        let chart = ConformanceChart(reports)
        try format.show(chart.columns, chart.rows.map { $0 as [String?] })
        for (title, report) in reports { show(report, title) }
        if reports.contains(where: { !$0.1.failures.isEmpty }) { throw Failure.exitCode }
      }
    }

    private var cases: [ConformanceCase] {
      if groups.isEmpty, names.isEmpty { return ConformanceSuite.cases }
      return ConformanceSuite.cases.filter { groups.contains($0.group) || names.contains($0.name) }
    }

    private func showCases() throws {
      try format.show(["group", "case", "promise"], cases.map { [$0.group, $0.name, $0.summary] }, counting: "case")
    }

    private func report(on target: ConformanceTarget) -> ConformanceReport {
      let cases = cases
      let progress: Lock<ProgressBar>? =
        quiet
        ? nil
        : Lock(
          ProgressBar(
            target.title, total: cases.count, unit: .things("cases"), terminal: .error,
            output: { StandardStreams.error($0) }))
      let count = Lock(0)
      let report = Self.waiting {
        await ConformanceSuite.run(cases, on: target.subject) { _ in
          let done = count.withLock { count in
            count += 1
            return count
          }
          progress?.withLock { $0.update(done) }
        }
      }
      progress?.withLock { $0.finish() }
      return report
    }

    private func show(_ report: ConformanceReport, _ title: String) {
      for remark in report.remarks { format.remark(VisibleText.escaping(remark) + "\n") }
      format.remark(report.counts(title) + "\n")
    }

    /// Runs asynchronous work and waits for it: the command itself is not asynchronous.
    private static func waiting<R: Sendable>(_ work: @escaping @Sendable () async -> R) -> R {
      let result = Promise<R>()
      Task { result.keep(await work()) }
      return result.wait()
    }
  }
#endif

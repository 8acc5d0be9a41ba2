#if Metrics
  internal import ORDAThreads

  /// Something whose gauges are set from time to time.
  protocol MetricsReporter: AnyObject, Sendable {
    /// Sets the gauges.
    func showGauges()
  }

  /// The governors of this process that report to swift-metrics: each has a name that no other has, since two would overwrite
  /// each other's gauges.
  ///
  /// Gauges are set once a second, and not whenever they change: that would cost every statement eight calls of the
  /// backend, in an order that no longer is that of the changes, for numbers that are collected every some seconds.
  final class ReportingGovernors: Sendable {
    static let shared = ReportingGovernors()
    private static let period = Duration.seconds(1)

    private struct Member {
      weak var reporter: (any MetricsReporter)?
    }

    private struct State {
      var members: [String: Member] = [:]
      var isRunning = false
    }

    private let state = Lock(State())

    /// Takes a name: the wanted one, or that with a number.
    func take(_ wanted: String) -> String {
      state.withLock { state in
        var name = wanted
        var number = 1
        while state.members[name] != nil {
          number += 1
          name = "\(wanted)#\(number)"
        }
        state.members[name] = Member()
        return name
      }
    }

    /// Has the gauges of a name set from now on.
    func begin(_ name: String, _ reporter: any MetricsReporter) {
      let starts = state.withLock { state in
        state.members[name]?.reporter = reporter
        defer { state.isRunning = true }
        return !state.isRunning
      }
      if starts { continueLater() }
    }

    /// Gives a name back.
    func end(_ name: String) {
      state.withLock { _ = $0.members.removeValue(forKey: name) }
    }

    private func continueLater() {
      _ = Alarms.shared.set(at: .now + Self.period) {
        // A backend may take its time, and the alarms' thread has none.
        SpareThreads.shared.run { ReportingGovernors.shared.show() }
      }
    }

    private func show() {
      let members = state.withLock { state in
        state.isRunning = !state.members.isEmpty
        return state.members.values.map(\.reporter)
      }
      if members.isEmpty { return }
      for member in members { member?.showGauges() }
      continueLater()
    }
  }
#endif

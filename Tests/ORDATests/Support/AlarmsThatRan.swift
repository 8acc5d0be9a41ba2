@testable import ORDA
import ORDAThreads

/// Returns when every alarm that was set before, and is due within a duration from now, has run: one thread runs them in
/// the order of their moments. So what an alarm could have done by then was done.
func waitForAlarms(within duration: Duration) {
  let hasRun = Promise<Void>()
  _ = Alarms.shared.set(at: .now + duration) { hasRun.keep(()) }
  hasRun.wait()
}

import Foundation

/// So many rounds of a stress test, or as many times more as ORDA_STRESS_FACTOR says, where longer runs are asked for.
func stressed(_ rounds: Int) -> Int {
  rounds * (ProcessInfo.processInfo.environment["ORDA_STRESS_FACTOR"].flatMap(Int.init) ?? 1)
}

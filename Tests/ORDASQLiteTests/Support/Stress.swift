import Foundation

/// Whether the longer stress runs are asked for, in seconds: ORDA_STRESS_SECONDS.
var stressSeconds: Double { ProcessInfo.processInfo.environment["ORDA_STRESS_SECONDS"].flatMap(Double.init) ?? 3 }

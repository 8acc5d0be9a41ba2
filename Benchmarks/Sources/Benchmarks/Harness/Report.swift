/// Where the results go, each as soon as it is there.
@MainActor
protocol Report: AnyObject {
  func add(_ measurement: Measurement, of workload: Workload)
  func finish()
}

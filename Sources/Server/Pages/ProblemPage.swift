/// The page of a question that got no answer.
enum ProblemPage {
  static func html(_ problem: Problem, database: ServedDatabase? = nil) -> HTML {
    Layout(title: title(problem.status), database: database).page(
      """
      <h1>\(title(problem.status))</h1>
      <p class="problem">\(problem.message)</p>
      """)
  }

  private static func title(_ status: Status) -> String {
    switch status {
    case .notFound: "Not here"
    case .unauthorized, .forbidden, .misdirected: "Not allowed"
    case .stopped: "Stopped"
    case .conflict: "Changed meanwhile"
    case .unavailable, .tooManyRequests: "Not now"
    default: "That did not work"
    }
  }
}

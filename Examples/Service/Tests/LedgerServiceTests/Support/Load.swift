import Foundation

/// What many clients do at once, and what they were answered.
actor Load {
  /// What the README says may be answered.
  static let documented: [String: Set<Int>] = [
    "POST /transfers": [201, 502, 503, 504],
    "POST /accounts": [201, 502, 503, 504],
    "GET /accounts/:id": [200, 503, 504],
    "GET /accounts": [200, 503, 504],
  ]

  private let client: Client
  private var isStopped = false
  /// How often each request was answered with each status.
  private(set) var statuses: [String: [Int: Int]] = [:]
  /// The transfers that were answered with 201.
  private(set) var made: Set<UUID> = []
  /// The names of the accounts that were answered with 201.
  private(set) var named: Set<String> = []
  /// The transfers of which it was answered that nobody knows.
  private(set) var doubtful: [String] = []
  /// How many answers 503 did not say when to come again.
  private(set) var withoutRetryAfter = 0

  init(client: Client) { self.client = client }

  func count(_ status: Int) -> Int { statuses.values.reduce(0) { $0 + ($1[status] ?? 0) } }

  func stop() { isStopped = true }

  /// Works until ``stop()``.
  nonisolated func work(tasks: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 1...tasks {
        group.addTask {
          var round = 0
          while await !self.isStopped {
            try await self.turn(task, round)
            round += 1
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private nonisolated func turn(_ task: Int, _ round: Int) async throws {
    let id = UUID()
    let source = task % 4 + 1
    let transfer = #"{"id":"\#(id)","source":\#(source),"target":\#((source + round % 3) % 4 + 1),"cents":1}"#
    let moved = try await client.post("/transfers", transfer)
    await note("POST /transfers", moved)
    if moved.status == 201 { await note(made: id) }
    if moved.status == 502 { await note(doubtful: transfer) }

    let name = "\(task) in round \(round)"
    let opened = try await client.post("/accounts", #"{"name":"\#(name)","cents":0}"#)
    await note("POST /accounts", opened)
    if opened.status == 201 { await note(named: name) }

    await note("GET /accounts/:id", try await client.get("/accounts/\(source)"))
    await note("GET /accounts", try await client.get("/accounts?after=\(round)"))
  }

  private func note(_ request: String, _ answer: Client.Answer) {
    statuses[request, default: [:]][answer.status, default: 0] += 1
    if answer.status == 503, answer.headers["retry-after"] != "1" { withoutRetryAfter += 1 }
  }

  private func note(made id: UUID) { made.insert(id) }
  private func note(named name: String) { named.insert(name) }
  private func note(doubtful transfer: String) { doubtful.append(transfer) }
}

import ORDA

/// Everything that is served: from a question to its answer, whatever brings the question.
final class Site: Sendable {
  let doorkeeper: Doorkeeper
  let databases: [ServedDatabase]
  let statements = RunningStatements()
  let views: LiveViews
  let streams: LiveStreams
  /// Changes that are told, and files that are written.
  let feeds = Endings(most: 200)
  let exports = Endings(most: 2)
  /// Files that come, and those that are imported.
  let uploads = Endings(most: 8)
  /// For each database, by its name.
  let imports: [String: ImportTurns]
  let importLimit: Duration
  let rowLimit: Int
  /// How long nothing of a file may come.
  let uploadSilence: Duration

  init(
    _ configuration: ServerConfiguration, token: AccessToken?, port: Int, uploadSilence: Duration = .seconds(30)
  ) {
    let hosts = HostCheck(port: port, names: configuration.names + [configuration.host])
    doorkeeper = Doorkeeper(hosts: hosts, token: token)
    rowLimit = configuration.rowLimit
    importLimit = configuration.importLimit
    self.uploadSilence = uploadSilence
    var taken = Set(["api", "assets", "live"])
    databases = configuration.databases.map { governor in
      ServedDatabase(
        name: DatabaseNames.name(for: governor, &taken), governor: governor, isWritable: configuration.isWritable,
        limit: configuration.statementLimit, largestUpload: configuration.largestUpload)
    }
    imports = Dictionary(uniqueKeysWithValues: databases.map { ($0.name, ImportTurns()) })
    views = LiveViews(databases)
    streams = LiveStreams(views: views)
  }

  /// Ends streams, and stops statements; nothing begins any more.
  func end() {
    streams.end()
    feeds.end()
    exports.end()
    uploads.end()
    statements.end()
  }

  /// The answer to a question.
  func answer(_ question: Question) async -> Answer {
    var answer = await admitted(question)
    // HTTP wants to be told with these statuses what would have been right.
    switch answer.status {
    case .unauthorized: answer.headers.append(("WWW-Authenticate", "Bearer"))
    case .methodNotAllowed:
      let isPosted = question.method == .post || question.address.path.first == "api"
      answer.headers.append(("Allow", isPosted ? "GET, HEAD" : "GET, HEAD, POST"))
    default: break
    }
    if !answer.headers.contains(where: { $0.name == "Cache-Control" }) {
      answer.headers.append(("Cache-Control", "no-store"))
    }
    return answer
  }

  private func admitted(_ question: Question) async -> Answer {
    let accepted = question.headers["accept"]
    let wantsJSON =
      question.address.path.first == "api" || accepted == "application/json" || accepted == "application/x-ndjson"
    switch doorkeeper.decide(on: question) {
    case .refused(let problem):
      return wantsJSON ? API.answer(problem) : .page(ProblemPage.html(problem), problem.status)
    case .welcome(let cookie, let address):
      var answer = Answer.redirection(to: address)
      answer.headers.append(("Set-Cookie", cookie))
      return answer
    case .enters: break
    }
    do {
      return try await found(question)
    } catch {
      let problem = Problem(describing: error)
      if wantsJSON { return API.answer(problem) }
      let database = databases.first { $0.name == question.address.path.first }
      return .page(ProblemPage.html(problem, database: database), problem.status)
    }
  }

  private func found(_ question: Question) async throws -> Answer {
    let path = question.address.path
    switch path.first {
    case nil:
      if databases.count == 1, let only = databases.first { return .redirection(to: Address([only.name])) }
      return .page(DatabasesPage.html(databases))
    case "assets": return try Assets.answer(path.dropFirst().first)
    case "api":
      let api = API(databases: databases, statements: statements, streams: feeds, rowLimit: rowLimit)
      return await api.answer(question)
    case "live": return try await live(question)
    default:
      guard let database = databases.first(where: { $0.name == path.first }) else {
        throw Problem(.notFound, "There is no database of this name here.")
      }
      return try await DatabaseRoutes(site: self, database: database).answer(question)
    }
  }

  /// `/live` is the stream of a browser; by posting to `/live/STREAM/watch` and `/live/STREAM/unwatch` its pages come and go.
  private func live(_ question: Question) async throws -> Answer {
    let path = question.address.path
    if path.count == 1, question.method == .get {
      let stream = try streams.open()
      return Answer(
        type: "text/event-stream",
        body: .stream { [streams] writer in
          defer { streams.close(stream) }
          try await stream.run(writer)
        })
    }
    guard path.count == 3, question.method == .post, let stream = streams.stream(path[1]) else {
      throw Problem(.notFound, "There is no such stream, or no longer.")
    }
    guard let view = try await question.form()["view"] else {
      throw Problem(.badRequest, "view is the address of a page.")
    }
    switch path[2] {
    case "watch": try await stream.watch(view)
    case "unwatch": stream.unwatch(view)
    default: throw Problem(.notFound, "There is nothing here.")
    }
    return .json(
      {
        var json = JSONText()
        json.raw("{}")
        return json
      }())
  }
}

/// What databases are called in addresses.
enum DatabaseNames {
  /// A name that nobody has yet: the file's, or the database's.
  static func name(for governor: any Governor, _ taken: inout Set<String>) -> String {
    var base = base(governor.url)
    if base.isEmpty { base = "database" }
    var name = base
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(base)-\(number)"
      number += 1
    }
    return name
  }

  private static func base(_ url: DatabaseURL) -> String {
    switch url.location {
    case .server(let server): return server.database ?? "server"
    case .file(path: let path):
      let file = path.split(separator: "/").last.map(String.init) ?? "database"
      return file.lastIndex(of: ".").map { $0 == file.startIndex ? file : String(file[..<$0]) } ?? file
    case .memory: return "memory"
    }
  }
}

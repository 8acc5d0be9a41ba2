import ORDA

/// The page that imports files, and what is posted by it or by the script.
struct ImportRoutes: Sendable {
  /// How often the script is told how far an import is. A page that was closed is noticed by it, too.
  private static let pace = Duration.milliseconds(200)
  let site: Site
  let database: ServedDatabase
  let table: TableShape

  func answer(_ question: Question) async throws -> Answer {
    guard ImportForm.isOffered(for: table, of: database) else {
      throw Problem(.unprocessable, "Files are imported into tables; \(table.name.name) is none.")
    }
    guard question.method == .post else {
      return .page(ImportPage(form: ImportForm(database: database, table: table)).html())
    }
    let accepted = question.headers["accept"]
    if accepted == "application/x-ndjson" { return try await told(try await read(question)) }
    if accepted == "application/json" {
      let rows = try await run(try await read(question), ImportProgress())
      return .json(Self.line("imported", rows))
    }
    var chosen = Fields()
    do {
      let file = try await read(question)
      chosen = file.upload.fields
      _ = try await run(file, ImportProgress())
      return .redirection(to: Address([database.name, "table", table.name.name]))
    } catch {
      let problem = Problem(importing: error)
      let form = ImportForm(database: database, table: table, chosen: chosen)
      return .page(ImportPage(form: form, problem: problem).html(), problem.status)
    }
  }

  private func read(_ question: Question) async throws -> TableImport {
    let limits = Upload.Limits(largest: database.largestUpload, silence: site.uploadSilence)
    let upload = try await site.uploads.run { try await Upload.read(question, limits) }
    return try TableImport(upload, into: table.name.name, of: database)
  }

  private func run(_ file: TableImport, _ progress: ImportProgress) async throws -> Int {
    guard let turns = site.imports[database.name] else { throw CancellationError() }
    return try await site.uploads.run { [site] in try await file.run(progress, turns, limit: site.importLimit) }
  }

  /// Lines of JSON that tell how far the import is, and at the end what became of it.
  private func told(_ file: TableImport) async throws -> Answer {
    var answer = Answer(
      type: "application/x-ndjson",
      body: .stream { writer in
        try await withThrowingTaskGroup(of: JSONText?.self) { group in
          let progress = ImportProgress()
          group.addTask {
            do { return Self.line("imported", try await run(file, progress)) } catch {
              return Problem(importing: error).json
            }
          }
          group.addTask {
            // It ends by being cancelled, or because nobody reads any more.
            while true {
              try await writer.write(Self.line("rows", progress.rows).bytes + [0x0A])
              try await Task.sleep(for: Self.pace)
            }
          }
          let last = try await group.next()
          // One task writes at a time.
          group.cancelAll()
          while let other = await group.nextResult() { _ = other }
          if let last, let last { try await writer.write(last.bytes + [0x0A]) }
        }
      })
    // Whoever stands between must not wait for the end.
    answer.headers.append(("X-Accel-Buffering", "no"))
    return answer
  }

  private static func line(_ name: String, _ number: Int) -> JSONText {
    var json = JSONText()
    json.raw("{")
    json.text(name)
    json.raw(":")
    json.raw(number)
    json.raw("}")
    return json
  }
}

import ORDA

/// The page that imports files, and what is posted by it or by the script.
struct ImportRoutes: Sendable {
  /// How often the script is told how far an import is. A page that was closed is noticed by it, too.
  private static let pace = Duration.milliseconds(200)
  let site: Site
  let database: ServedDatabase
  /// The table that the file goes into; nil for a new one.
  let table: TableShape?

  func answer(_ question: Question) async throws -> Answer {
    if let table, !ImportForm.isOffered(for: table, of: database) {
      throw Problem(.unprocessable, "Files are imported into tables; \(table.name.name) is none.")
    }
    guard question.method == .post else {
      return .page(ImportPage(form: ImportForm(database: database, table: table)).html())
    }
    let accepted = question.headers["accept"]
    if accepted == "application/x-ndjson" { return try await told(try await read(question)) }
    if accepted == "application/json" {
      let file = try await read(question)
      return .json(done(file, try await run(file, ImportProgress())))
    }
    var chosen = Fields()
    do {
      let upload = try await received(question)
      chosen = upload.fields
      let file = try make(upload)
      _ = try await run(file, ImportProgress())
      return .redirection(to: address(of: file))
    } catch {
      let problem = Problem(importing: error)
      let form = ImportForm(database: database, table: table, chosen: chosen)
      return .page(ImportPage(form: form, problem: problem).html(), problem.status)
    }
  }

  private func received(_ question: Question) async throws -> Upload {
    let limits = Upload.Limits(largest: database.largestUpload, silence: site.uploadSilence)
    return try await site.uploads.run { try await Upload.read(question, limits) }
  }

  private func make(_ upload: Upload) throws -> any FileImport {
    if let table { return try TableImport(upload, into: table.name.name, of: database) }
    return try NewTableImport(upload, in: database)
  }

  private func read(_ question: Question) async throws -> any FileImport { try make(try await received(question)) }

  private func run(_ file: any FileImport, _ progress: ImportProgress) async throws -> Int {
    guard let turns = site.imports[database.name] else { throw CancellationError() }
    return try await site.uploads.run { [site] in try await file.run(progress, turns, limit: site.importLimit) }
  }

  private func address(of file: any FileImport) -> Address { Address([database.name, "table", file.table]) }

  /// Lines of JSON that tell how far the import is, and at the end what became of it.
  private func told(_ file: any FileImport) async throws -> Answer {
    var answer = Answer(
      type: "application/x-ndjson",
      body: .stream { writer in
        try await withThrowingTaskGroup(of: JSONText?.self) { group in
          let progress = ImportProgress()
          group.addTask {
            do { return done(file, try await run(file, progress)) } catch {
              return Problem(importing: error).json
            }
          }
          group.addTask {
            // It ends by being cancelled, or because nobody reads any more.
            while true {
              try await writer.write(Self.line(progress).bytes + [0x0A])
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

  /// What became of it: `{"imported":3,"table":"track","address":"/music/table/track"}`.
  private func done(_ file: any FileImport, _ rows: Int) -> JSONText {
    var json = JSONText()
    json.object([
      "imported": { $0.raw(rows) }, "table": { $0.text(file.table) }, "address": { $0.text(address(of: file).text) },
    ])
    return json
  }

  /// How many rows were read, or only looked at.
  private static func line(_ progress: ImportProgress) -> JSONText {
    let (pass, rows) = progress.position
    let name = pass == .looking ? "looked" : "rows"
    var json = JSONText()
    json.object([name: { $0.raw(rows) }])
    return json
  }
}

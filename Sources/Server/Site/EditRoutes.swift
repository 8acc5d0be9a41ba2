import ORDA

/// The pages that change rows, and what is posted by them or by the script.
struct EditRoutes: Sendable {
  let database: ServedDatabase
  let table: TableShape

  func answer(_ question: Question, _ what: String) async throws -> Answer {
    guard table.isEditable else {
      throw Problem(.unprocessable, "Rows of \(table.name.name) can't be changed one by one: \(table.whyNotEditable).")
    }
    let isPost = question.method == .post
    let wantsJSON = question.headers["accept"] == "application/json"
    switch (what, isPost) {
    case ("new", false): return .page(EditPage(database: database, table: table).html())
    case ("new", true): return try await insert(try await question.form(), wantsJSON)
    case ("edit", false):
      let key = try DatabaseRoutes.key(question.address.fields)
      return .page(EditPage(database: database, table: table, row: (key, try await values(key))).html())
    case ("edit", true): return try await edit(try await question.form(), wantsJSON)
    case ("delete", false):
      let key = try DatabaseRoutes.key(question.address.fields)
      return .page(DeletePage(database: database, table: table, key: key, values: try await values(key)).html())
    default: return try await delete(try await question.form(), wantsJSON)
    }
  }

  private func values(_ key: [Value]) async throws -> [Value] {
    guard key.count == table.keyNames.count, let row = try await database.row(key, of: table) else {
      throw Problem(.notFound, "There is no such row.", kind: "noSuchRow")
    }
    return row.values
  }

  private var list: Address { Address([database.name, "table", table.name.name]) }

  private func insert(_ form: Fields, _ wantsJSON: Bool) async throws -> Answer {
    do {
      let key = try await NewRow(form, of: table, in: database).insert()
      if wantsJSON { return Self.done(key: key) }
      return .redirection(to: Address([database.name, "row", table.name.name], ["key": KeyText.encoded(key)]))
    } catch RowEdit.Refusal.field(let column, let message) {
      if wantsJSON { return Self.wrong(column, message) }
      return .page(
        EditPage(database: database, table: table, typed: form, wrong: (column, message)).html(), .unprocessable)
    } catch let error as DatabaseError {
      let problem = Problem(error)
      if wantsJSON { throw problem }
      return .page(
        EditPage(database: database, table: table, typed: form, problem: problem.message).html(), problem.status)
    }
  }

  private func edit(_ form: Fields, _ wantsJSON: Bool) async throws -> Answer {
    let key = try DatabaseRoutes.key(form)
    var page = EditPage(database: database, table: table, row: (key, []), typed: form)
    do {
      let edit = try RowEdit(form, of: table, in: database)
      try await edit.write()
      if wantsJSON { return Self.done(key: key, changes: edit.changes) }
      return .redirection(to: Address([database.name, "row", table.name.name], ["key": KeyText.encoded(key)]))
    } catch RowEdit.Refusal.field(let column, let message) {
      if wantsJSON { return Self.wrong(column, message) }
      page.row = (key, try await values(key))
      page.wrong = (column, message)
      return .page(page.html(), .unprocessable)
    } catch RowEdit.Refusal.changed(let changed) {
      if wantsJSON { return Self.conflict(changed) }
      page.row = (key, try await values(key))
      page.changed = changed
      return .page(page.html(), .conflict)
    } catch let error as DatabaseError where !wantsJSON {
      page.row = (key, try await values(key))
      page.problem = error.message
      return .page(page.html(), Problem(error).status)
    }
  }

  private func delete(_ form: Fields, _ wantsJSON: Bool) async throws -> Answer {
    let edit = try RowEdit(form, of: table, in: database)
    do {
      try await edit.delete()
      return wantsJSON ? Self.done(key: edit.key) : .redirection(to: list)
    } catch RowEdit.Refusal.changed(let changed) {
      if wantsJSON { return Self.conflict(changed) }
      let page = DeletePage(
        database: database, table: table, key: edit.key, values: try await values(edit.key),
        problem: "Somebody has changed this row meanwhile. This is what it is now.")
      return .page(page.html(), .conflict)
    } catch let error as DatabaseError where !wantsJSON {
      let page = DeletePage(
        database: database, table: table, key: edit.key, values: try await values(edit.key), problem: error.message)
      return .page(page.html(), Problem(error).status)
    }
  }

  // MARK: Answers for the script

  private static func done(key: [Value], changes: [RowEdit.Change] = []) -> Answer {
    var json = JSONText()
    json.object([
      "key": { $0.text(KeyText.encoded(key)) },
      "values": { json in
        json.array(changes) { json, change in
          json.object(["column": { $0.text(change.column) }, "value": { $0.text(KeyText.encoded(change.wanted)) }])
        }
      },
    ])
    return .json(json)
  }

  private static func wrong(_ column: String, _ message: String) -> Answer {
    var json = JSONText()
    json.object([
      "error": { json in
        json.object(["kind": { $0.text("field") }, "column": { $0.text(column) }, "message": { $0.text(message) }])
      }
    ])
    return .json(json, .unprocessable)
  }

  private static func conflict(_ changed: [(column: String, seen: Value, now: Value)]) -> Answer {
    var json = JSONText()
    json.object([
      "error": { json in
        json.object([
          "kind": { $0.text("changedMeanwhile") },
          "message": { $0.text("Somebody has changed this meanwhile; nothing was written.") },
        ])
      },
      "changed": { json in
        json.array(changed) { json, change in
          json.object([
            "column": { $0.text(change.column) }, "seen": { $0.text(KeyText.encoded(change.seen)) },
            "now": { $0.text(KeyText.encoded(change.now)) }, "shown": { $0.text(change.now.description) },
          ])
        }
      },
    ])
    return .json(json, .conflict)
  }
}

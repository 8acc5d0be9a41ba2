#if Shelf
  import ArgumentParser
  import ORDAImport
  import SHELF

  /// `orda shelf query URL TYPE`
  struct ShelfQueryCommand: ShelfWork {
    static let configuration = CommandConfiguration(
      commandName: "query",
      abstract: "Find the objects of a type that meet conditions, and write their JSON, a line each.",
      discussion: """
          orda shelf query sqlite:notes.db User --where 'name = "Dax"' --where 'address.town != null'
          orda shelf query sqlite:notes.db User --sort age --descending --limit 3

        A condition is a member of the JSON, one of = != < <= > >=, and a value as JSON writes it. Members of members stand behind \
        points, elements of arrays by their numbers from 0. What is missing is null. It reads all objects of the type, for \
        the indexes are those of programs.
        """)

    @OptionGroup var place: ShelfArgument

    @Argument(help: ArgumentHelp("The type, as orda shelf list shows it.", valueName: "type"))
    var type: String

    @Option(
      name: .customLong("where"),
      help: ArgumentHelp("A condition; of several all have to be met.", valueName: "condition"),
      transform: Self.condition
    )
    var conditions: [ShelfCondition] = []

    @Option(
      help: ArgumentHelp("The member to sort by; without it they come by their ids.", valueName: "member"),
      transform: Self.path)
    var sort: JSONPath?

    @Flag(help: "The greatest first.")
    var descending = false

    @Option(help: ArgumentHelp("How many objects at most.", valueName: "number"))
    var limit: Int?

    @Flag(help: "Write the ids alone.")
    var ids = false

    static func condition(_ text: String) throws -> ShelfCondition {
      do { return try ShelfCondition(text) } catch { throw ValidationError("\(error)") }
    }

    private static func path(_ text: String) throws -> JSONPath {
      do { return try JSONPath(text) } catch { throw ValidationError("\(error)") }
    }

    func validate() throws {
      if let limit, limit < 1 { throw ValidationError("--limit is a number from 1.") }
      if descending, sort == nil { throw ValidationError("--descending goes with --sort.") }
    }

    func work(on opened: OpenShelf) async throws {
      var best = SortedObjects(by: sort, isDescending: descending, limit: limit)
      var written = 0
      for try await stored in opened.shelf.storedObjects(ofType: type) {
        guard let json = stored.json else {
          StandardStreams.error("orda: \(stored.id) is no JSON, and left out: orda shelf check tells more\n")
          opened.unreadable.value += 1
          continue
        }
        guard conditions.allSatisfy({ $0.isMet(by: json) }) else { continue }
        if sort != nil {
          best.add(stored, json)
        } else {
          write(stored)
          written += 1
          if written == limit { break }
        }
      }
      for stored in best.all { write(stored) }
    }

    private func write(_ stored: StoredObject) {
      if ids { return StandardStreams.output.write("\(stored.id)\n") }
      StandardStreams.writeJSON(JSONLayout.compact(stored.contents))
    }
  }

  /// Objects in the order of a member; only the first ones are kept.
  private struct SortedObjects {
    private let path: JSONPath?
    private let isDescending: Bool
    private let limit: Int?
    private var objects: [(stored: StoredObject, key: JSONValue)] = []

    init(by path: JSONPath?, isDescending: Bool, limit: Int?) {
      self.path = path
      self.isDescending = isDescending
      self.limit = limit
    }

    mutating func add(_ stored: StoredObject, _ json: JSONValue) {
      objects.append((stored, path?.value(in: json) ?? .null))
      guard let limit, objects.count / 2 > max(limit, 1_000) else { return }
      objects = Array(sorted.prefix(limit))
    }

    var all: [StoredObject] { sorted.prefix(limit ?? .max).map(\.stored) }

    /// Objects with equal members are in the order of their ids.
    private var sorted: [(stored: StoredObject, key: JSONValue)] {
      objects.sorted { left, right in
        if left.key.isBefore(right.key) { return !isDescending }
        if right.key.isBefore(left.key) { return isDescending }
        return left.stored.id < right.stored.id
      }
    }
  }
#endif

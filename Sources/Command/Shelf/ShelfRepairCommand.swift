#if Shelf
  import ArgumentParser
  import ORDAImport
  import SHELF

  /// `orda shelf repair URL --as TYPE`
  struct ShelfRepairCommand: ShelfWork {
    static let configuration = CommandConfiguration(
      commandName: "repair", abstract: "Say of what type the objects are whose type is lost.",
      discussion: """
          orda shelf repair file:notes --as Message --where 'content != null'
          orda shelf repair file:notes --as User

        Objects whose type is known are left alone; so the type with conditions comes first, and the one for all the rest last.
        """)

    @OptionGroup var place: ShelfArgument

    @Option(name: .customLong("as"), help: ArgumentHelp("The type, as programs call it.", valueName: "type"))
    var type: String

    @Option(
      name: .customLong("where"),
      help: ArgumentHelp(
        "Which of them, as for orda shelf query; of several all have to be met.", valueName: "condition"),
      transform: ShelfQueryCommand.condition)
    var conditions: [ShelfCondition] = []

    func validate() throws {
      if type.isEmpty { throw ValidationError("A type has a name.") }
    }

    func work(on opened: OpenShelf) async throws {
      let conditions = conditions
      let count = try await opened.shelf.assign(type: type) { stored in
        if conditions.isEmpty { return true }
        return stored.json.map { json in conditions.allSatisfy { $0.isMet(by: json) } } ?? false
      }
      StandardStreams.output.write("\(Grouped.count(count, "object")) given the type \(VisibleText.escaping(type))\n")
    }
  }
#endif

#if Shelf
  import ArgumentParser
  import ORDA
  import ORDAImport
  import SHELF

  /// `orda shelf list URL [TYPE]`
  struct ShelfListCommand: ShelfWork {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the objects: their ids and types, in the order of their ids.")

    @OptionGroup var place: ShelfArgument

    @Argument(help: ArgumentHelp("The type whose objects to list; all where none is named.", valueName: "type"))
    var type: String?

    @Flag(help: "List the types, and count the objects of each.")
    var count = false

    @OptionGroup var format: FormatOption

    func work(on opened: OpenShelf) async throws {
      if count { return try await countTypes(opened.shelf) }
      var writer = format.format.writer(to: StandardStreams.output, terminal: .output)
      try writer.begin(["id", "type"])
      var count = 0
      for try await stored in opened.shelf.storedObjects(ofType: type) {
        try writer.write([.text(stored.id.description), stored.type.map { .text($0) } ?? .null])
        count += 1
      }
      try writer.end()
      if !format.format.isForPrograms {
        format.remark(Terminal.output.style.dim(Grouped.count(count, "object")) + "\n")
      }
    }

    private func countTypes(_ shelf: Shelf) async throws {
      var counts: [String?: Int] = [:]
      for try await stored in shelf.storedObjects(ofType: type) { counts[stored.type, default: 0] += 1 }
      var writer = format.format.writer(to: StandardStreams.output, terminal: .output)
      try writer.begin(["type", "objects"])
      for (type, count) in counts.sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
        try writer.write([type.map { .text($0) } ?? .null, .int(Int64(count))])
      }
      try writer.end()
    }
  }
#endif

#if Shelf
  import ArgumentParser
  import SHELF

  /// `orda shelf get URL ID`
  struct ShelfGetCommand: ShelfWork {
    static let configuration = CommandConfiguration(
      commandName: "get", abstract: "Write an object's JSON to standard output, as it is stored.")

    @OptionGroup var place: ShelfArgument

    @Argument(help: ArgumentHelp("The object's id.", valueName: "id"), transform: ShelfId.argument)
    var id: ShelfId

    @Flag(help: "Break it into lines, a member each.")
    var pretty = false

    func work(on opened: OpenShelf) async throws {
      let stored = try await opened.shelf.stored(id)
      StandardStreams.writeJSON(pretty ? JSONLayout.indented(stored.contents) : Array(stored.contents))
    }
  }

  extension Shelf {
    /// The object with an id, which must exist.
    func stored(_ id: ShelfId) async throws -> StoredObject {
      guard let stored = try await object(withId: id) else { throw ShelfFailure("there is no object \(id)") }
      return stored
    }
  }

  extension StandardStreams {
    /// Writes JSON and the end of its line: byte by byte for programs, and unable to draw on the screen for people.
    static func writeJSON(_ json: [UInt8]) {
      output.write(Terminal.output.isTerminal ? JSONLayout.visible(json) : json)
      output.write("\n")
    }
  }
#endif

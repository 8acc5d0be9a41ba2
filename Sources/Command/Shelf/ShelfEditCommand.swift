#if Shelf
  import ArgumentParser
  import ORDAImport
  import ORDAPlatform
  import SHELF

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// `orda shelf edit URL ID`
  struct ShelfEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Edit an object's JSON in the editor that VISUAL or EDITOR names.",
      discussion: """
        The object is saved when the editor ends, unless it is as it was. Where somebody else has changed it meanwhile nothing is \
        saved. Whatever goes wrong, the file that was edited is kept and named.
        """)

    @OptionGroup var place: ShelfArgument

    @Argument(help: ArgumentHelp("The object's id.", valueName: "id"), transform: ShelfId.argument)
    var id: ShelfId

    func run() throws {
      try Failure.reporting {
        let shelf = try place.open().shelf
        let id = id
        let stored = try awaiting { _ in try await shelf.stored(id) }
        let file = try EditedFile(contents(of: stored), name: "orda-\(id.uuidText)")
        do {
          guard let json = try edit(file) else {
            StandardStreams.error("orda: nothing has changed\n")
            return file.delete()
          }
          _ = try awaiting { _ in
            try await shelf.save(json: json, expires: stored.expires, expecting: .revision(stored.revision))
          }
          file.delete()
        } catch ShelfError.changedMeanwhile {
          throw ShelfFailure(
            """
            somebody else has changed or deleted \(id) meanwhile, and nothing was saved; what you have edited is in \
            \(file.path)
            """)
        } catch {
          StandardStreams.error(
            "orda: nothing was saved; what you have edited is in \(VisibleText.escaping(file.path))\n")
          throw error
        }
      }
    }

    /// The JSON formatted for a person; invalid JSON stays as it is, so that it can be repaired.
    private func contents(of stored: StoredObject) -> [UInt8] {
      let json = Array(stored.contents)
      return (try? ObjectText.read(json)) == nil ? json : JSONLayout.indented(json) + [0x0A]
    }

    /// Lets the file be edited until it has an object's JSON; nil if it is unchanged.
    private func edit(_ file: EditedFile) throws -> Data? {
      while true {
        try file.edit()
        let bytes = try file.read()
        if bytes == file.original { return nil }
        do {
          let (found, json) = try ObjectText.read(bytes)
          guard found == id else { throw ShelfFailure("the member id is \(found), and an object keeps its id: \(id)") }
          return Data(JSONLayout.compact(json))
        } catch {
          guard Self.asksAgain else { throw error }
          StandardStreams.error("orda: \(VisibleText.escaping("\(error)"))\nEdit again? [Y/n] ")
          guard let answer = readLine(), !answer.lowercased().hasPrefix("n") else { throw ShelfFailure("given up") }
        }
      }
    }

    /// True if there is somebody to ask.
    private static var asksAgain: Bool { isatty(STDIN_FILENO) == 1 && Terminal.error.isTerminal }
  }
#endif

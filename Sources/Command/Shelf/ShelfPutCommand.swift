#if Shelf
  import ArgumentParser
  import SHELF

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// `orda shelf put URL [ID] [FILE]`
  struct ShelfPutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "put", abstract: "Save an object: JSON of a file or of standard input, byte by byte. Prints its id.",
      discussion: """
        The JSON is an object whose member id is the object's id; an ID that is named has to be the same. What is there under \
        the id is replaced, and expires when it would have. Makes the shelf where there is none.
        """)

    @OptionGroup var place: ShelfArgument

    @Argument(
      help: ArgumentHelp(
        "The object's id, then a file; - or none is standard input. A file that is called like an id is ./name.",
        valueName: "id-or-file"))
    var words: [String] = []

    @Option(
      help: ArgumentHelp("The object's type, as programs call it; needed where the object is new.", valueName: "name"))
    var type: String?

    /// How often somebody else may be faster.
    private static let tries = 100

    private var given: (id: ShelfId?, file: String) {
      guard let first = words.first else { return (nil, "-") }
      guard let id = ShelfId(first) else { return (nil, first) }
      return (id, words.count > 1 ? words[1] : "-")
    }

    func validate() throws {
      if words.count > 2 { throw ValidationError("An id and a file at most can be named.") }
      if words.count == 2, let first = words.first {
        do { _ = try ShelfId.argument(first) } catch {
          throw ValidationError(
            "'\(first)' is no id: an id has 22 characters, as orda shelf list shows it, or is a UUID.")
        }
      }
      if type?.isEmpty == true { throw ValidationError("A type has a name.") }
    }

    func run() throws {
      try Failure.reporting {
        let (id, file) = given
        // Nothing is made for what can't be saved.
        let (found, json) = try ObjectText.read(Array(try TextFile.read(file).utf8))
        if let id, id != found { throw ShelfFailure("the JSON has the id \(found), and not \(id)") }
        let opened = try place.open(making: type != nil)
        try awaiting { command in try await command.save(json, as: found, to: opened.shelf) }
        StandardStreams.output.write("\(found)\n")
      }
    }

    private func save(_ json: [UInt8], as id: ShelfId, to shelf: Shelf) async throws {
      var left = Self.tries
      while true {
        let old = try await shelf.object(withId: id)
        if old == nil, type == nil {
          throw ShelfFailure("there is no object \(id) yet: --type says what type it is of")
        }
        do {
          try await shelf.save(
            json: Data(json), type: type, expires: old?.expires,
            expecting: old.map { .revision($0.revision) } ?? .nothing
          )
          return
        } catch {
          guard case .changedMeanwhile = error, left > 0 else { throw error }
          left -= 1
        }
      }
    }
  }
#endif

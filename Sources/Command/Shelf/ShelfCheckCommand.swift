#if Shelf
  import ArgumentParser
  import ORDAImport
  import SHELF

  /// `orda shelf check URL`
  struct ShelfCheckCommand: ShelfWork {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Read all objects, and tell what is wrong with them. Changes nothing.",
      discussion: """
        Each object has to be JSON with its own id, and to have a type; and of a folder all files have to be where they \
        belong. A line for each that is not, and exit code 1 then. References to what is not there are counted; they are \
        allowed.
        """)

    @OptionGroup var place: ShelfArgument

    func work(on opened: OpenShelf) async throws {
      // A fault of a file and its object is reported once.
      var files = Set<Substring>()
      var faults = 0
      if let store = try await opened.shelf.store as? FileShelfStore {
        for fault in try await store.check().faults {
          StandardStreams.output.write(VisibleText.escaping(fault.description) + "\n")
          files.insert(fault.name.split(separator: "/").last ?? "")
          faults += 1
        }
      }
      let found = try await opened.shelf.checkObjects { fault in
        if files.contains(fault.id.uuidText[...]) { return }
        StandardStreams.output.write("\(fault.id): \(VisibleText.escaping(fault.reason))\n")
        faults += 1
      }
      var summary = "\(Grouped.count(found.objects, "object")), \(Grouped.count(found.references, "reference"))"
      if found.missing > 0 { summary += ", \(Grouped.digits(found.missing)) of them to what is not there" }
      summary += faults == 0 ? "; nothing is wrong" : "; \(Grouped.count(faults, "fault"))"
      StandardStreams.output.write(summary + "\n")
      guard faults > 0 else { return }
      try StandardStreams.output.flush()
      throw Failure.exitCode
    }
  }
#endif

import ArgumentParser
import SHELF

/// `orda shelf check URL`
struct ShelfCheckCommand: ShelfWork {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Read all objects, and tell what is wrong with them. Changes nothing.",
    discussion: """
      Each object has to be JSON with its own id, and to have a type. A line for each that is not, and exit code 1 then. \
      References to what is not there are counted; they are allowed.
      """)

  @OptionGroup var place: ShelfArgument

  func work(on opened: OpenShelf) async throws {
    let found = try await opened.shelf.checkObjects { fault in
      StandardStreams.output.write("\(fault.id): \(VisibleText.escaping(fault.reason))\n")
    }
    var summary = "\(Grouped.count(found.objects, "object")), \(Grouped.count(found.references, "reference"))"
    if found.missing > 0 { summary += ", \(Grouped.digits(found.missing)) of them to what is not there" }
    summary += found.faults == 0 ? "; nothing is wrong" : "; \(Grouped.count(found.faults, "fault"))"
    StandardStreams.output.write(summary + "\n")
    guard found.faults > 0 else { return }
    try StandardStreams.output.flush()
    throw Failure.exitCode
  }
}

#if Shelf
  import ArgumentParser
  import SHELF

  /// `orda shelf delete URL ID…`
  struct ShelfDeleteCommand: ShelfWork {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete objects: all of them at once, or none where one is not there.",
      discussion: "What refers to them refers to nothing then: orda shelf check counts such references.")

    @OptionGroup var place: ShelfArgument

    @Argument(help: ArgumentHelp("The objects' ids.", valueName: "id"), transform: ShelfId.argument)
    var ids: [ShelfId]

    func work(on opened: OpenShelf) async throws {
      let ids = Array(Set(ids)).sorted()
      let store = try await opened.shelf.store
      let missing: [ShelfId]
      switch try await store.write(ids.map { ShelfWrite($0, expecting: .something, .delete) }) {
      case .written: return
      case .conflict(let found): missing = ids.filter { found.contains($0) }
      case .otherType(let id, _): missing = [id]
      }
      let list = missing.prefix(10).map(\.description).joined(separator: ", ")
      throw ShelfFailure(
        "nothing was deleted, for there is no object \(list)\(missing.count > 10 ? " and \(missing.count - 10) more" : "")"
      )
    }
  }
#endif

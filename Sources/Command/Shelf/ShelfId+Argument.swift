#if Shelf
  import ArgumentParser
  import SHELF

  extension ShelfId {
    /// The id in an argument.
    static func argument(_ text: String) throws -> ShelfId {
      if let id = ShelfId(text) { return id }
      throw ValidationError("an id has 22 characters, as orda shelf list shows it, or is a UUID")
    }
  }
#endif

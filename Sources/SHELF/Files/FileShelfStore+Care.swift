extension FileShelfStore {
  /// Checks all files for those that are cut short, not JSON, wrongly named, not files at all, or left by a killed
  /// program. Nothing is deleted. The index learns what other programs, such as editors, have changed, and observers
  /// hear of it.
  public func check() async throws -> ShelfFileReport {
    try await reading { try $0.check() } ?? ShelfFileReport()
  }

  /// Copies the store into a folder that does not exist yet. Others may go on: the copy has each object, and objects
  /// saved together, as they were at one moment. Saving several objects at once waits until the copy is done.
  ///
  /// - Parameter folder: The path of the new folder. It appears when the copy is complete; until then the copy is in
  ///   another folder, whose name ends in `.unfinished`. That stays if the copy fails, and must be removed before the
  ///   next try.
  public func backup(to folder: String) async throws {
    let copied: Void? = try await reading { source in
      let unfinished = Self.unfinished(folder)
      if FileSystem.exists(folder) { throw ShelfError.misuse("there is a '\(folder)' already") }
      if FileSystem.exists(unfinished) {
        throw ShelfError.misuse("there is a '\(unfinished)' of a backup that was not finished: remove it")
      }
      try FileSystem.makeFolders(unfinished)
      var options = ShelfFileOptions()
      options.compression = try source.packing
      do {
        try source.copy(to: ShelfFolder(FileSystem(unfinished), options, references: source.references))
        try FileSystem.move(unfinished, to: folder)
      } catch {
        throw ShelfError.unfinishedBackup(left: "'\(unfinished)'", error)
      }
    }
    if copied == nil { throw ShelfError.misuse("there is no '\(self.folder)'") }
  }

  /// The name of a folder's copy until it is complete.
  static func unfinished(_ folder: String) -> String { folder + ".unfinished" }

  /// Gives a type to objects that have none: a step in recovering lost types.
  ///
  /// - Returns: The objects that were given it, without those that have one or are gone.
  public func assign(type: String, to ids: [ShelfId]) async throws -> [ShelfId] {
    try await writing { try $0.assign(type, to: ids) }
  }

  /// Notes that all types are known that can be: objects are listed by type again.
  public func finishRepair() async throws { try await writing { try $0.finishRepair() } }
}

extension FileShelfStore {
  /// Checks all files for those that are cut short, not JSON, wrongly named, not files at all, or left by a killed
  /// program. Nothing is deleted. The index learns what other programs, such as editors, have changed, and observers
  /// hear of it.
  public func check() async throws -> ShelfFileReport {
    try await reading { try $0.check() } ?? ShelfFileReport()
  }

  /// Copies the store into a folder that does not exist yet. Others may go on: each object, and what was saved together, is in
  /// the copy as it was at one moment. Who saves several objects at once waits until it is done.
  ///
  /// - Parameter folder: The path of the new folder. It is there when all of the copy is; until then another one is, whose name
  ///   ends in `.unfinished`. That stays where the copy fails, and has to be removed before it is made again.
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

  /// What the copy of a folder is named until all of it is there.
  static func unfinished(_ folder: String) -> String { folder + ".unfinished" }

  /// Gives objects a type, where they have none: a step of finding the types again that were lost.
  ///
  /// - Returns: The objects that were given it; not those that have one, or are gone.
  public func assign(type: String, to ids: [ShelfId]) async throws -> [ShelfId] {
    try await writing { try $0.assign(type, to: ids) }
  }

  /// Says that all types are known that can be: objects are listed by type again.
  public func finishRepair() async throws { try await writing { try $0.finishRepair() } }
}

internal import Foundation

extension ShelfFolder {
  /// Checks that the bytes named by an object's JSON exist.
  func checkBytes(of id: ShelfId, _ json: Data, _ report: inout ShelfFileReport) throws {
    for binary in ReferenceScanner.binaries(in: json) {
      let name = id.binaryName(binary)
      if try system.status(name)?.kind != .file {
        report.add(.withoutBytes, name, "is missing, and the object names it")
      }
    }
  }

  /// Checks the folder of an object's bytes.
  func checkBinaries(_ id: ShelfId, _ report: inout ShelfFileReport) throws {
    guard try isFolder(id.binaryFolder, &report) else { return }
    // If an object can't be read, nobody knows which bytes are its own.
    let named = try? Set(json(id).map(ReferenceScanner.binaries) ?? [])
    for name in try system.names(in: id.binaryFolder).sorted() {
      let path = "\(id.binaryFolder)/\(name)"
      if ShelfNames.isTemporary(name) {
        report.add(.leftover, path, "was left by a program that was killed while it saved")
      } else if let binary = ShelfId(fileName: name) {
        let kind = try system.status(path)?.kind
        if kind != .file { report.add(kind == .link ? .link : .special, path, "is no file") }
        if named?.contains(binary) == false { report.add(.unused, path, "has bytes that no object names") }
      } else {
        report.add(.wronglyNamed, path, "is not named by a UUID in capital letters")
      }
    }
  }
}

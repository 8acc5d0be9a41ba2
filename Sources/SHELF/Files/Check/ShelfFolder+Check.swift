internal import Foundation

extension ShelfFolder {
  /// Checks all files. Nothing is deleted.
  func check() throws -> ShelfFileReport {
    var report = ShelfFileReport()
    try checkOwnFiles(&report)
    for name in try system.names(in: "").sorted() {
      guard ShelfNames.byte(name) != nil else {
        if try !isKind(.folder, name) || name != ShelfNames.locks { try checkName(name, &report) }
        continue
      }
      if try isFolder(name, &report) { try checkGroup(name, &report) }
    }
    try checkTypes(&report)
    report.faults.sort { ($0.name, $0.description) < ($1.name, $1.description) }
    return report
  }

  private func isKind(_ kind: FileStatus.Kind, _ name: String) throws -> Bool { try system.status(name)?.kind == kind }

  /// Checks a name beside the folders of objects.
  private func checkName(_ name: String, _ report: inout ShelfFileReport) throws {
    if name == ShelfNames.locks || !ShelfNames.all.contains(name) {
      let kind = try system.status(name)?.kind
      if kind == .link {
        report.add(.link, name, "is a link, which is not followed")
      } else if kind != nil {
        report.add(.wronglyNamed, name, "is none of a store's files")
      }
    } else if [ShelfNames.newTypes, ShelfNames.newIndex, ShelfNames.newConfig].contains(name) {
      report.add(.leftover, name, "was left by a program that was killed while it wrote it")
    } else if try !isKind(.file, name) {
      report.add(.special, name, "is no file")
    }
  }

  func isFolder(_ name: String, _ report: inout ShelfFileReport) throws -> Bool {
    switch try system.status(name)?.kind {
    case .folder: return true
    case .link: report.add(.link, name, "is a link, which is not followed")
    case nil: break
    default: report.add(.special, name, "is no folder")
    }
    return false
  }

  /// Checks the objects with the same first two digits, which nobody changes meanwhile.
  private func checkGroup(_ outer: String, _ report: inout ShelfFileReport) throws {
    guard let group = ShelfNames.byte(outer) else { return }
    var edited: [ShelfId] = []
    try withLocks([ShelfId(high: UInt64(group) << 56, low: 0)], isExclusive: false) {
      for inner in try system.names(in: outer).sorted() {
        let folder = "\(outer)/\(inner)"
        if ShelfNames.byte(inner) == nil {
          report.add(.wronglyNamed, folder, "is no folder of a store's")
        } else if try isFolder(folder, &report) {
          for name in try system.names(in: folder).sorted() {
            if let id = ShelfId(binaryFolder: name), id.folder == folder {
              try checkBinaries(id, &report)
            } else {
              try checkFile(folder, name, &edited, &report)
            }
          }
        }
      }
    }
    for id in edited where !isReadOnly {
      try settle(foreign: id)
      report.add(.edited, id.fileName, "was changed by another program")
    }
  }

  private func checkFile(
    _ folder: String, _ name: String, _ edited: inout [ShelfId], _ report: inout ShelfFileReport
  ) throws {
    let path = "\(folder)/\(name)"
    switch try system.status(path)?.kind {
    case .file: break
    case .link: return report.add(.link, path, "is a link, which is not followed")
    case nil: return
    default: return report.add(.special, path, "is no file")
    }
    if ShelfNames.isTemporary(name) {
      return report.add(.leftover, path, "was left by a program that was killed while it saved")
    }
    guard let id = ShelfId(fileName: name) else {
      return report.add(.wronglyNamed, path, "is not named by a UUID in capital letters")
    }
    guard id.fileName == path else { return report.add(.misplaced, path, "belongs to '\(id.folder)'") }
    let contents: Data
    do {
      guard let json = try json(id) else { return }
      contents = json
    } catch { return report.add(.unreadable, path, "can't be read: \(error)") }
    checkContents(contents, path, &report)
    try checkBytes(of: id, contents, &report)
    if try type(id)?.type == nil { report.add(.withoutType, path, "has no type") }
    let known = try index.refreshed { index.isUsable ? index.revision(id) : nil }
    if let known, known != ShelfRevision(of: contents).number { edited.append(id) }
  }

  private func checkContents(_ json: Data, _ path: String, _ report: inout ShelfFileReport) {
    guard let text = String(validating: json, as: UTF8.self) else { return report.add(.notText, path, "is no UTF-8") }
    do {
      _ = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
      report.objects += 1
    } catch {
      let (first, last) = (text.first { !$0.isWhitespace }, text.last { !$0.isWhitespace })
      let isCut = first == nil || first == "{" && last != "}" || first == "[" && last != "]"
      report.add(isCut ? .cutShort : .notJSON, path, isCut ? "ends too early" : "is no JSON")
    }
  }

  // MARK: The store's own files

  private func checkOwnFiles(_ report: inout ShelfFileReport) throws {
    if try system.status(ShelfNames.config) == nil {
      report.add(.damaged, ShelfNames.config, "is missing: the next save makes it")
    }
    try types.refreshed {
      if types.isPartial { report.add(.damaged, ShelfNames.types, "is missing or damaged: types are lost") }
    }
    try index.refreshed {
      if !index.isUsable {
        report.add(.damaged, ShelfNames.index, "is missing, old or damaged: it is made anew when it is needed")
      }
    }
  }

  /// Checks for types whose objects are gone.
  private func checkTypes(_ report: inout ShelfFileReport) throws {
    var last: ShelfId?
    while true {
      let page = try types.refreshed { types.ids(nil, after: last, limit: 1_000) }
      for id in page where try !exists(id) {
        // It may have been deleted just now.
        let isGone = try withLocks([id], isExclusive: false) { try !exists(id) && type(id) != nil }
        if isGone { report.add(.withoutFile, id.fileName, "is missing, and has a type") }
      }
      last = page.last
      if last == nil { break }
    }
  }
}

import Foundation
import PackagePlugin

/// `swift package orda-check …`: runs `orda check`, on the sources of a package's targets where none are named.
@main
struct OrdaCheck: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    // A tool goes by its target's name.
    process.executableURL = try context.tool(named: "OrdaCommand").url
    process.arguments = ["check"] + arguments + (namesSources(arguments) ? [] : sources(of: context.package))
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // What is wrong is told by now, and SwiftPM is to end as the command did.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  /// True if a file or a folder is among the arguments that is to be checked.
  private func namesSources(_ arguments: [String]) -> Bool {
    var isValue = false
    for argument in arguments {
      if isValue {
        isValue = false
      } else if ["--migrations", "--importing", "--format"].contains(argument) {
        isValue = true
      } else if FileManager.default.fileExists(atPath: argument) {
        return true
      }
    }
    return false
  }

  /// The folders of the targets, as seen from the package.
  private func sources(of package: Package) -> [String] {
    let root = package.directoryURL.path + "/"
    return package.targets.compactMap { $0 as? any SourceModuleTarget }.map { target in
      let folder = target.directoryURL.path
      return folder.hasPrefix(root) ? String(folder.dropFirst(root.count)) : folder
    }
  }
}

import Foundation
import TestSupport
import Testing

/// Kills runs of the command at moments that are the same on a machine that is busy: at one of the messages that they send to
/// a server, or where a file of SQLite's would grow beyond a size.
final class Killer {
  private let folder: TemporaryFolder
  /// The URL by which the runs that are killed open the database.
  let url: String
  private let proxy: Proxy?
  private let file: String
  private let unit: Unit

  /// What counts the moments of a run on a server.
  enum Unit {
    /// What the client sends between two answers. Their number may differ by some between two runs.
    case messages
    /// The bytes that the client sends.
    case bytes
  }

  /// - Parameters:
  ///   - url: The database's own.
  ///   - folder: Where the command is run.
  ///   - unit: What counts the moments on a server. On SQLite these are the kibibytes of the file.
  init(_ url: String, in folder: TemporaryFolder, by unit: Unit = .messages) throws {
    self.folder = folder
    self.unit = unit
    guard let match = url.firstMatch(of: /@127\.0\.0\.1:([0-9]+)\//) else {
      let path = String(url.dropFirst("sqlite:".count))
      (proxy, file, self.url) = (nil, path.hasPrefix("/") ? path : folder.file(path), url)
      return
    }
    let proxy = try Proxy(to: try #require(Int(match.1)))
    (self.proxy, file) = (proxy, "")
    self.url = url.replacing(match.0, with: "@127.0.0.1:\(proxy.port)/")
  }

  /// Runs the command to its end, and counts the moments at which a run like it can be killed.
  func moments(of arguments: [String]) throws -> Int {
    let before = extent
    let outcome = try RunningProgram(arguments, in: folder).end(afterExit: true)
    #expect(outcome.status == 0, "\(outcome.error)")
    return extent - before
  }

  /// Runs the command, and kills it at a moment: it may have come to its end before that.
  func run(_ arguments: [String], killedAt moment: Int) throws -> BuiltProgram.Outcome {
    guard let proxy else {
      return try RunningProgram(arguments, in: folder, largestFile: extent + moment).end(afterExit: true)
    }
    let number = Shared<Int32?>(nil)
    let end: @Sendable () -> Void = {
      // Numbers below 1 are those of groups of processes.
      if let number = number.wait(until: { $0 != nil }), number > 0 { kill(number, SIGKILL) }
    }
    switch unit {
    case .messages: proxy.before(message: moment, end)
    case .bytes: proxy.before(byte: moment, end)
    }
    let program = try RunningProgram(arguments, in: folder)
    number.current = program.number
    return try program.end(afterExit: true)
  }

  /// How many messages or bytes there were, or how many kibibytes the larger of the database's files has.
  private var extent: Int {
    if let proxy { return unit == .bytes ? proxy.clientBytes : proxy.messages }
    return ["", "-wal"].map { suffix in
      let facts = try? FileManager.default.attributesOfItem(atPath: file + suffix)
      return (facts?[.size] as? Int ?? 0) / 1024
    }.max() ?? 0
  }
}

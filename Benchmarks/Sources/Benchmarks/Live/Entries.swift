import Foundation
import ORDA

/// Making an entry of each row, what memory they take, and what is left of them.
@MainActor
enum Entries {
  /// What an entry may take beside its values.
  private static let allowedBytes = 400.0

  /// ORDA's own typed query, which is faster than C where texts are short.
  static func floorStructs(_ data: LiveData) throws -> Side {
    let governor = try LiveData.open(data.library)
    return Side(
      run: { try governor.query(TrackRow.self, "SELECT * FROM track") },
      checksum: { rows in rows.reduce(0) { $0 &* 31 &+ UInt64($1.milliseconds) } })
  }

  static func make(_ data: LiveData) throws -> Side {
    let table = try LiveData.open(data.library).table("track")
    return Side(
      run: { try table.select() },
      checksum: { entries in
        entries.reduce(0) { sum, entry in
          // Not by a column of the entry, which would make it ready to be observed.
          if case .int(let number) = entry.snapshot()["milliseconds"] { sum &* 31 &+ UInt64(number) } else { 0 }
        }
      })
  }

  /// What is allowed.
  static func floorBytes(_ data: LiveData) throws -> Side {
    Side(timed: { Side.Round(cost: Cost(figure: allowedBytes), checksum: 1) })
  }

  /// What the entries take more than an array of structs does, both in processes of their own.
  static func bytes(_ data: LiveData) throws -> Side {
    Side(timed: {
      let entries = try bytes(data, .entries)
      let structs = try bytes(data, .structs)
      return Side.Round(cost: Cost(figure: (entries - structs) / Double(data.count)), checksum: 1)
    })
  }

  private static func bytes(_ data: LiveData, _ part: LivePart) throws -> Double {
    let process = try LineProcess(part.command(data.library))
    guard let bytes = Double(try process.line()), bytes > 0 else {
      throw LiveFailure(description: "this system does not tell how much memory is allocated")
    }
    return bytes
  }

  static func floorLeft(_ data: LiveData) throws -> Side {
    Side(timed: { Side.Round(cost: Cost(figure: 0), checksum: 1) })
  }

  /// How many entries a table has once nobody holds one any more; throws unless that is none.
  static func left(_ data: LiveData) throws -> Side {
    let table = try LiveData.open(data.library).table("track")
    return Side(timed: {
      try holdAll(of: table, data.count)
      let left = table.liveCount
      guard left == 0 else { throw LiveFailure(description: "\(left) entries that nobody holds are in the map") }
      return Side.Round(cost: Cost(figure: Double(left)), checksum: 1)
    })
  }

  /// Holds all entries for a while, observed.
  private static func holdAll(of table: any Table, _ count: Int) throws {
    let entries = try table.select().map { $0 }
    Observers(entries).begin("name")
    let live = withExtendedLifetime(entries) { table.liveCount }
    guard live == count else {
      throw LiveFailure(description: "\(live) entries of \(count) rows are in the map")
    }
  }
}

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The layout of UUIDs in the log: as the server stores them. Versions 1 to 5 have the last part first, so that those
/// of one time and place are together.
enum LoggedUUID {
  /// True if a server stores other versions as they are; earlier servers reorder all UUIDs.
  static func isKnown(to server: ServerVersion) -> Bool {
    switch (server.major, server.minor) {
    case (10, 10): server.patch >= 6
    case (10, 11): server.patch >= 5
    case (11, 0): server.patch >= 3
    case (11, 1): server.patch >= 2
    default: server > ServerVersion(11, 1, 2)
    }
  }

  /// - Parameter cell: 16 bytes.
  static func value(_ cell: [UInt8]) -> UUID? {
    guard cell.count == 16 else { return nil }
    // A reordered one has its variant where others have the version, and its version where others have the variant.
    let isTurned = cell[6] & 0x80 != 0 && cell[8] > 0 && cell[8] < 0x60
    let bytes = isTurned ? Array(cell[12...] + cell[10..<12] + cell[8..<10] + cell[6..<8] + cell[..<6]) : cell
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10],
        bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}

/// The floor: plain C.
@MainActor
enum Floor {}

extension Floor {
  static func integers(_ data: SQLiteData) throws -> Side {
    let statement = try FloorConnection(data.library).prepare(SQLText.integers)
    return Side(run: { try statement.integers() }, checksum: { $0.checksum })
  }

  static func texts(_ data: SQLiteData) throws -> Side {
    let statement = try FloorConnection(data.library).prepare(SQLText.texts)
    return Side(run: { try statement.texts() }, checksum: { $0.checksum })
  }

  static func prose(_ data: SQLiteData) throws -> Side {
    let statement = try FloorConnection(data.library).prepare(SQLText.prose)
    return Side(run: { try statement.prose() }, checksum: { $0.checksum })
  }

  static func scores(_ data: SQLiteData) throws -> Side {
    let statement = try FloorConnection(data.library).prepare(SQLText.scores)
    return Side(run: { try statement.scores() }, checksum: { $0.checksum })
  }
}

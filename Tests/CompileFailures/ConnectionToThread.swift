// expect: non-Sendable
import ORDA

func detached(_ work: @escaping @Sendable () throws -> Void) {}

func rename(_ db: any Governor) throws {
  try db.withConnection { connection in
    detached { _ = try connection.execute("UPDATE genre SET name = 'Jazz'") }
  }
}

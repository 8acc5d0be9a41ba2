import ORDA
import Testing

@Suite("A server that describes its tables wrongly", .timeLimit(.minutes(10)))
struct HostileSchemaTests {
  @Test("with any number of parameters and columns, and any texts")
  func counts() throws {
    for parameters in 0...3 {
      for columns in 0...9 {
        for rows in 0...2 {
          let server = try HostileServer { request, _ in
            let column = Packet.column("c", type: ColumnType.text)
            switch request {
            case .prepare:
              return [.packet(Packet.prepared(id: 1, columns: columns, parameters: parameters))]
                + [HostileServer.Step](repeating: .packet(column), count: parameters)
                + (parameters > 0 ? [.packet(Packet.end())] : [])
                + [HostileServer.Step](repeating: .packet(column), count: columns)
                + (columns > 0 ? [.packet(Packet.end())] : [])
            case .execute where columns == 0: return nil
            case .execute:
              let row = [[UInt8]](repeating: Packet.counted("`(, \u{0}CHECK"), count: columns)
              return HostileServer.result(
                [[UInt8]](repeating: column, count: columns), rows: [[[UInt8]]](repeating: row, count: rows))
            default: return nil
            }
          }
          _ = Encounter.error {
            let db = try Encounter.open(server)
            defer { try? db.close(within: .zero) }
            _ = try? db.tables()
            _ = try? db.describe("track")
          }
        }
      }
    }
  }
}

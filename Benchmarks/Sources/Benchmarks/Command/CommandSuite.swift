extension Suite {
  static let command = Suite(name: "command", summary: "The command orda, as processes, beside SQLite's shell") {
    scale, folder in
    let data = try TransferData(scale, in: folder)

    @MainActor func transfer(
      _ name: String, _ target: Double, floor: @escaping @MainActor (TransferData) throws -> Side,
      ours: @escaping @MainActor (TransferData) throws -> Side
    ) -> Workload {
      Workload(
        name, on: data, operations: data.count, target: target, kind: .wall, peerName: "-", floor: floor, ours: ours,
        peer: nil)
    }

    return [
      transfer("import-csv", 2, floor: Transfer.importFloor, ours: Transfer.importOurs),
      transfer("export-csv", 1.5, floor: Transfer.exportFloor, ours: Transfer.exportOurs),
      // The floor verifies nothing.
      transfer("copy", 1.5, floor: Transfer.copyFloor, ours: Transfer.copyOurs),
      Workload(
        "query-select-1", on: folder, operations: 1, target: 2, kind: .wall, peerName: "-",
        floor: Transfer.selectFloor, ours: Transfer.selectOurs, peer: nil),
      Workload(
        "script", on: try Script.Data(scale, in: folder), operations: scale.rows, target: 1.5, kind: .wall,
        peerName: "-",
        floor: Script.floor, ours: Script.ours, peer: nil),
      // The floor is Python's module sqlite3, in a loop.
      Workload(
        "bridge", on: try Bridge.Data(scale, in: folder), operations: scale.rows, target: 5, kind: .wall,
        peerName: "-", floor: Bridge.floor, ours: Bridge.ours, peer: nil),
    ]
  }
}

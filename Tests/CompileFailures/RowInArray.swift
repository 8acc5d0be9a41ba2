// expect: type 'Row' does not conform to protocol 'Copyable'
import ORDA

func keep(_ db: any Governor) throws {
  var rows: [Row] = []
  try db.forEach("SELECT 1") { row in rows.append(row) }
}

// expect: 'rows' used after consume
import ORDA

func read(_ db: any Governor) throws {
  var rows = try db.rows("SELECT 1")
  let other = rows
  while let row = try rows.next() { print(row.count) }
  _ = consume other
}

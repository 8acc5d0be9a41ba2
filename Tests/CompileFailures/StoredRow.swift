// expect: 'row' is borrowed and cannot be consumed
import ORDA

struct Keeper: ~Copyable { var row: Row? }

func keep(_ db: any Governor) throws {
  var keeper = Keeper()
  try db.forEach("SELECT 1") { row in keeper = Keeper(row: row) }
}

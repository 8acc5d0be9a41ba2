// expect: cannot convert value of type 'String' to expected argument type 'SQL'
import ORDA

func find(_ db: any Governor, _ name: String) throws {
  try db.execute("DELETE FROM genre WHERE name = '" + name + "'")
}

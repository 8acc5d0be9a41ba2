// expect: cannot convert value of type 'String' to expected argument type 'SQL'
import ORDA

func find(_ db: any Governor, _ text: String) throws {
  _ = try db.prepare(text)
}

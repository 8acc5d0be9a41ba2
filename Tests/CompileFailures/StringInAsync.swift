// expect: cannot convert value of type 'String' to expected argument type 'SQL'
import ORDA

func find(_ db: any Governor, _ text: String) async throws {
  try await db.execute(text)
}

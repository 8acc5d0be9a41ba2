import ORDA
import Testing

@Suite("Types as SQL declares them") struct DeclaredTypeTests {
  @Test("are taken apart")
  func parts() {
    let decimal = DeclaredType("decimal (10, 2)  unsigned zerofill")
    #expect(decimal.name == "DECIMAL")
    #expect(decimal.arguments == [10, 2])
    #expect(decimal.suffix == "UNSIGNED ZEROFILL")
    #expect(decimal.has("UNSIGNED"))
    #expect(DeclaredType("Double\tPrecision").name == "DOUBLE PRECISION")
    #expect(DeclaredType("enum('a','b')").arguments == [])
    #expect(DeclaredType("").name == "")
    #expect(DeclaredType(")(").arguments == [])
    #expect(DeclaredType("VARCHAR(99999999999999999999)").arguments == [])
  }

  @Test("the standard's words come back as what they were written for")
  func standard() {
    let dialect = StandardSchemaDialect()
    let types: [ColumnType] = [
      .boolean, .integer(bits: 16, isUnsigned: false), .integer(bits: 32, isUnsigned: false), .int, .float, .double,
      .decimal(precision: 12, scale: 3), .text(maximum: 7), .text, .bytes(maximum: 7), .bytes, .date, .time, .timestamp,
      .instant, .uuid, .json, .other("GEOMETRY"),
    ]
    for type in types {
      let declared = dialect.declaration(of: type, isKeyed: false)
      #expect(dialect.type(of: ColumnDescription(name: "c", declaredType: declared)) == type, "\(declared)")
    }
    #expect(dialect.declaration(of: .integer(bits: 32, isUnsigned: true), isKeyed: false) == "BIGINT")
    #expect(dialect.declaration(of: .integer(bits: 64, isUnsigned: true), isKeyed: false) == "DECIMAL(20,0)")
  }
}

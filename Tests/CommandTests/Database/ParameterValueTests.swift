import Testing
import TestSupport

@testable import Command

@Suite struct ParameterValueTests {
  private func value(_ text: String) -> String? { ParameterValue.value(text).map { $0.caseAndText } }

  @Test func numbersAreNumbers() {
    #expect(value("42") == "int 42")
    #expect(value("-7") == "int -7")
    #expect(value("1.5") == "double 1.5")
    #expect(value("2e3") == "double 2000.0")
  }

  @Test func whatLooksLikeANumberButIsNoneIsText() {
    #expect(value("007") == "'007'")
    #expect(value("+49") == "'+49'")
    #expect(value("99999999999999999999") == "'99999999999999999999'")
    #expect(value("") == "''")
    #expect(value("NULL") == "'NULL'")
  }

  @Test func prefixes() {
    #expect(value("null:") == "NULL")
    #expect(value("text:42") == "'42'")
    #expect(value("text:text:x") == "'text:x'")
    #expect(value("hex:C0ffee") == "bytes [192, 255, 238]")
    #expect(value("hex:") == "bytes []")
    #expect(value("hex:abc") == nil)
    #expect(value("hex:zz") == nil)
  }

  @Test func names() throws {
    let argument = try #require(ParameterValue.named("name=a=b"))
    #expect(argument.name == "name")
    #expect(argument.value.caseAndText == "'a=b'")
    #expect(ParameterValue.named(":id=5")?.name == "id")
    #expect(ParameterValue.named("id=")?.name == "id")
    #expect(ParameterValue.named("=5") == nil)
    #expect(ParameterValue.named("id") == nil)
    #expect(ParameterValue.named("id=hex:x") == nil)
  }
}

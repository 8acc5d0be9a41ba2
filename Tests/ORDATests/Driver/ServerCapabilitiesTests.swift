import ORDA
import Testing

@Suite("What only some servers can do")
struct ServerCapabilitiesTests {
  @Test("is the governor's where the driver found it, and lists it among what servers may have")
  func found() throws {
    let fake = FakeDatabase(
      capabilities: [.savepoints], serverCapabilities: [.statementTimeout, .arrayBinding],
      foundCapabilities: [.statementTimeout, .changeEvents])
    #expect(try fake.open().capabilities == [.savepoints, .statementTimeout])
    #expect(try FakeDatabase(capabilities: [.savepoints]).open().capabilities == [.savepoints])
  }
}

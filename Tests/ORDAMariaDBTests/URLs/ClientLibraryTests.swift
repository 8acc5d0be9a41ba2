import ORDA
import Testing

@testable import ORDAMariaDB

/// Which client libraries are used, and which are refused.
@Suite("Versions of the client library")
struct ClientLibraryTests {
  typealias Version = ClientLibrary.Version

  private func refusal(of loaded: Int, builtWith built: Int) -> DatabaseError? {
    ClientLibrary.refusal(of: Version(number: loaded), builtWith: Version(number: built))
  }

  @Test func `The one that these tests run with is used`() {
    #expect(ClientLibrary.refusal == nil)
  }

  @Test(arguments: [(30_320, 30_320), (30_321, 30_320), (30_399, 30_320)])
  func `A later one of the series that was tested is used`(_ loaded: Int, _ built: Int) {
    #expect(refusal(of: loaded, builtWith: built) == nil)
  }

  @Test(arguments: [30_319, 30_300, 30_207, 30_108, 20_306, 30_409, 30_420, 30_500, 40_320, 80_036])
  func `One that was not tested is refused by name, whatever the program was built with`(_ loaded: Int) throws {
    let name = Version(number: loaded).description
    for built in [30_320, loaded] {
      let error = try #require(refusal(of: loaded, builtWith: built))
      #expect(error.kind == .cannotOpen)
      #expect(error.message.hasPrefix("the client library libmariadb \(name) is none that ORDA was tested with"))
      #expect(error.message.hasSuffix("install 3.3.20 or a later one of 3.3, and build the program with that"))
    }
  }

  @Test(arguments: [(30_320, 30_321), (30_320, 30_410), (30_320, 30_212)])
  func `One that is older than the headers, or of another series, is refused`(_ loaded: Int, _ built: Int) throws {
    let error = try #require(refusal(of: loaded, builtWith: built))
    #expect(error.kind == .cannotOpen)
    #expect(
      error.message
        == "the program was built with libmariadb \(Version(number: built)), and has loaded 3.3.20, which may be made "
        + "otherwise inside; build it again with the library that is installed")
  }

  @Test(arguments: [(30_320, "3.3.20"), (30_409, "3.4.9"), (101_119, "10.11.19")])
  func `A version's name is that of its number`(_ number: Int, _ name: String) {
    #expect(Version(number: number).description == name)
  }
}

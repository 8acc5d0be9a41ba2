#if Server
  import Testing

  @testable import Command

  @Suite struct ServedURLTests {
    @Test(arguments: [
      ("sqlite:a.db", "sqlite:a.db?confined=true"), ("sqlite:a.db?mode=rwc", "sqlite:a.db?mode=rwc&confined=true"),
      ("sqlite::memory:", "sqlite::memory:?confined=true"), ("mariadb://app@localhost/a", "mariadb://app@localhost/a"),
    ])
    func sqliteIsOpenedSoThatStatementsOnlyRead(_ url: String, _ served: String) throws {
      useDrivers()
      #expect(try ServedURL.toRead(url) == served)
    }
  }
#endif

import ORDA
import TestSupport
import Testing

@testable import ORDAServer

/// Who is let in.
@Suite struct DoorkeeperTests {
  private let keeper = Doorkeeper(hosts: HostCheck(port: 8080, names: ["127.0.0.1"]), token: AccessToken("secret"))

  private func question(
    _ headers: [String: String], _ address: String = "/", method: Question.Method? = .get
  ) -> Question {
    var question = Question(method: method, address: Address(reading: address))
    question.headers = ["host": "127.0.0.1:8080"].merging(headers) { $1 }
    return question
  }

  private func status(_ question: Question, _ keeper: Doorkeeper? = nil) -> Int {
    switch (keeper ?? self.keeper).decide(on: question) {
    case .enters: 200
    case .welcome: 303
    case .refused(let problem): problem.status.rawValue
    }
  }

  @Test func aTokenInTheAddressBecomesACookie() {
    guard case .welcome(let cookie, let address) = keeper.decide(on: question([:], "/music?token=secret&q=a")) else {
      Issue.record("the token was not taken")
      return
    }
    #expect(cookie == "orda-8080=secret; Path=/; HttpOnly; SameSite=Strict")
    #expect(address.text == "/music?q=a")
  }

  @Test(arguments: [
    "/", "/?token=", "/?token=secre", "/?token=secrets", "/?token=SECRET", "/assets/style.css", "/api/tables",
  ])
  func withoutTheTokenNothingIsAnswered(_ address: String) { #expect(status(question([:], address)) == 401) }

  @Test func theTokenIsTakenFromACookieOrAsABearers() {
    #expect(status(question(["cookie": "a=b; orda-8080=secret"])) == 200)
    #expect(status(question(["cookie": "orda-8080=wrong"])) == 401)
    #expect(status(question(["cookie": "orda-8081=secret"])) == 401)
    #expect(status(question(["authorization": "Bearer secret"])) == 200)
    #expect(status(question(["authorization": "Basic secret"])) == 401)
  }

  @Test(arguments: [
    "evil.example:8080", "evil.example", "127.0.0.1", "127.0.0.1:8081", "127.0.0.1.evil.example:8080", "[::1", "a:b:c",
    "",
    "localhost:80 80", "999.0.0.1:8080", "127.0.0.1:8080@evil.example",
  ])
  func otherHostsAreNotAnswered(_ host: String) {
    #expect(status(question(["host": host, "cookie": "orda-8080=secret"])) == 421)
  }

  @Test(arguments: ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080", "192.168.1.2:8080"])
  func ownNamesAndAddressesAreAnswered(_ host: String) {
    #expect(status(question(["host": host, "cookie": "orda-8080=secret"])) == 200)
  }

  @Test func anotherSiteMayNotAsk() {
    let cookie = ["cookie": "orda-8080=secret"]
    let evil = cookie.merging(["origin": "http://evil.example"]) { $1 }
    #expect(status(question(evil, method: .post)) == 403)
    #expect(status(question(evil)) == 403)
    #expect(status(question(cookie.merging(["origin": "null"]) { $1 }, method: .post)) == 403)
    #expect(status(question(cookie.merging(["origin": "http://localhost:8080"]) { $1 }, method: .post)) == 403)
    #expect(status(question(cookie.merging(["origin": "https://127.0.0.1:8080"]) { $1 }, method: .post)) == 403)
    #expect(status(question(cookie.merging(["sec-fetch-site": "cross-site"]) { $1 }, method: .post)) == 403)
    #expect(status(question(cookie.merging(["origin": "http://127.0.0.1:8080"]) { $1 }, method: .post)) == 200)
  }

  @Test func withoutATokenAnotherSiteStillMayNotAsk() {
    let keeper = Doorkeeper(hosts: HostCheck(port: 8080, names: []), token: nil)
    #expect(status(question([:]), keeper) == 200)
    #expect(status(question(["origin": "http://evil.example"], method: .post), keeper) == 403)
    #expect(status(question(["sec-fetch-site": "cross-site"], "/api/query?sql=SELECT"), keeper) == 403)
    let image = ["sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"]
    #expect(status(question(image, "/music/sql?sql=SELECT"), keeper) == 403)
    let link = ["sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"]
    #expect(status(question(link, "/music"), keeper) == 200)
    #expect(status(question(["host": "evil.example:8080"]), keeper) == 421)
  }

  @Test func otherMethodsAreNotAnswered() {
    #expect(status(question(["cookie": "orda-8080=secret"], method: nil)) == 405)
  }

  @Test func everyAnswerHasTheHeadersOfSafety() async throws {
    let served = try await ServedSite("CREATE TABLE a (id INTEGER PRIMARY KEY)", token: "secret")
    for address in ["/", "/?token=secret", "/nothing", "/api/tables"] {
      let reply = try await served.get(address)
      #expect(reply.headers["content-security-policy"]?.contains("default-src 'none'; script-src 'self'") == true)
      #expect(reply.headers["content-security-policy"]?.contains("unsafe") == false)
      #expect(reply.headers["referrer-policy"] == "same-origin")
      #expect(reply.headers["cache-control"] == "no-store")
      #expect(reply.headers["access-control-allow-origin"] == nil)
    }
  }

  @Test func tokensAreLongAndDiffer() {
    #expect(AccessToken().text.count == 48)
    #expect(AccessToken().text != AccessToken().text)
  }
}

import Foundation
import Testing

@Suite("Bad requests") struct BadRequestTests {
  /// What is sent, and what is answered.
  struct Case: CustomTestStringConvertible, Sendable {
    var method = "GET"
    var path: String
    var body: String?
    var tag: String?
    var status: Int
    /// What to do, in the answer's words.
    var says: String

    var testDescription: String { "\(method) \(path) \(body ?? "")".prefix(60) + "" }
  }

  private static let id = "0D7A3F0E-7C1B-4C39-9A54-2F6C1B1D0001"
  private static let cases = [
    Case(method: "POST", path: "/accounts", body: "{", status: 400, says: "no JSON"),
    Case(method: "POST", path: "/accounts", body: "", status: 400, says: "no JSON"),
    Case(method: "POST", path: "/accounts", body: "[]", status: 400, says: "such as"),
    Case(method: "POST", path: "/accounts", body: #"{"cents":1}"#, status: 400, says: "name is missing"),
    Case(
      method: "POST", path: "/accounts", body: #"{"name":null,"cents":1}"#, status: 400, says: "name has the wrong type"
    ),
    Case(method: "POST", path: "/accounts", body: #"{"name":"","cents":1}"#, status: 400, says: "1 to 80 characters"),
    Case(
      method: "POST", path: "/accounts", body: #"{"name":"\#(String(repeating: "n", count: 81))","cents":1}"#,
      status: 400, says: "1 to 80 characters"),
    Case(method: "POST", path: "/accounts", body: #"{"name":"n","cents":-1}"#, status: 400, says: "from 0 to"),
    Case(method: "POST", path: "/accounts", body: #"{"name":"n","cents":0.5}"#, status: 400, says: "such as"),
    Case(method: "POST", path: "/accounts", body: #"{"name":"n","cents":9e99}"#, status: 400, says: "such as"),
    Case(
      method: "POST", path: "/accounts", body: #"{"name":"\#(String(repeating: "n", count: 20_000))","cents":1}"#,
      status: 413, says: "16384 bytes"),
    Case(path: "/accounts?limit=0", status: 400, says: "limit is a whole number from 1 to 100"),
    Case(path: "/accounts?limit=many", status: 400, says: "limit is"),
    Case(path: "/accounts?after=-1", status: 400, says: "after is"),
    Case(path: "/accounts/first", status: 400, says: "whole number"),
    Case(path: "/accounts/1", status: 404, says: "no account 1"),
    Case(method: "PUT", path: "/accounts/1", body: #"{"name":"n"}"#, status: 428, says: "send its ETag"),
    Case(method: "PUT", path: "/accounts/1", body: #"{"name":"n"}"#, tag: "1", status: 400, says: "ETag"),
    Case(method: "PUT", path: "/accounts/1", body: #"{"name":"n"}"#, tag: "\"", status: 400, says: "ETag"),
    Case(method: "PUT", path: "/accounts/1", body: #"{"name":"n"}"#, tag: "\"1\"", status: 404, says: "no account 1"),
    Case(
      method: "POST", path: "/transfers", body: #"{"id":"x","source":1,"target":2,"cents":1}"#, status: 400,
      says: "such as"),
    Case(
      method: "POST", path: "/transfers", body: #"{"id":"\#(id)","source":1,"target":1,"cents":1}"#, status: 400,
      says: "two accounts"),
    Case(
      method: "POST", path: "/transfers", body: #"{"id":"\#(id)","source":1,"target":2,"cents":0}"#, status: 400,
      says: "from 1 to"),
    Case(path: "/transfers/1", status: 400, says: "UUID"),
    Case(path: "/transfers/\(id)", status: 404, says: "no transfer"),
    Case(path: "/nothing", status: 404, says: "nothing at /nothing"),
    Case(method: "DELETE", path: "/accounts/1", status: 404, says: "answers DELETE"),
  ]

  @Test("Each is answered by what is wrong and what to do", arguments: Database.allCases)
  func answers(_ database: Database) async throws {
    let folder = try TemporaryFolder()
    let (service, client) = try await ServiceProcess.serving(database.url(in: folder))
    for bad in Self.cases {
      let answer = try await client.send(
        bad.method, bad.path, bad.body, headers: bad.tag.map { ["If-Match": $0] } ?? [:])
      #expect(answer.status == bad.status, "\(bad.testDescription): \(answer.text)")
      #expect(answer.text.contains(bad.says), "\(bad.testDescription): \(answer.text)")
      #expect(answer.code != nil)
    }
    #expect(try await client.get("/accounts").text == #"{"accounts":[]}"#)
    #expect(service.isRunning)
  }
}

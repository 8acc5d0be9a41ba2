import ORDA
import Testing

@testable import Command
@testable import ORDAImport

/// What the bridge answers, within one process.
@Suite struct BridgeTests {
  private func answers(
    _ requests: String..., url: String = "sqlite::memory:", longestLine: Int = 1 << 20
  ) throws -> [String] {
    try Self.answers(requests, url: url, longestLine: longestLine)
  }

  static func answers(
    _ requests: [String], url: String = "sqlite::memory:", longestLine: Int = 1 << 20
  ) throws -> [String] {
    var bytes: [UInt8] = []
    let output = Output { bytes.append(contentsOf: $0) }
    useDrivers()
    let database = try openedByCommand(BridgeCommand.withOneConnection(url))
    let input = MemorySource(requests.joined(separator: "\n").utf8, chunk: 100)
    try Bridge(database, input: input, output: output, longestLine: longestLine).run()
    try database.close(within: .zero)
    #expect(bytes.isEmpty || bytes.last == 0x0A)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// A request that runs a statement.
  private func run(_ sql: String, _ params: String = "[]") -> String {
    #"{"op":"execute","sql":"\#(sql)","params":\#(params)}"#
  }

  /// What is read from answers: the rows, the kind of an error, or `ok`.
  private func short(_ answers: [String]) throws -> [String] {
    try answers.map { answer in
      guard case .object(let members) = try JSONReader.read(answer) else { return answer }
      func member(_ name: String, of members: [JSONValue.Member]) -> JSONValue? {
        members.first { $0.name == name }?.value
      }
      if case .object(let error)? = member("error", of: members), case .string(let kind)? = member("kind", of: error) {
        return kind
      }
      guard case .array(let rows)? = member("rows", of: members), !rows.isEmpty else { return "ok" }
      return try text(.array(rows))
    }
  }

  private func text(_ value: JSONValue) throws -> String {
    var bytes: [UInt8] = []
    let output = Output { bytes.append(contentsOf: $0) }
    output.writeJSON(value)
    try output.flush()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "An id is echoed as it was given", arguments: ["1", "-2.50", "\"x\\\"\"", "null", "true", "123456789012345678901"])
  func ids(_ id: String) throws {
    #expect(try answers("{\"op\":\"ping\",\"id\":\(id)}") == ["{\"id\":\(id)}"])
  }

  @Test("A line that is no request is answered with an error, with its id where that can be read")
  func noRequests() throws {
    let lines = [
      "", "x", "[]", "7", "{}", #"{"id":1}"#, #"{"id":[1],"op":"ping"}"#, #"{"id":2,"op":3}"#, #"{"id":3,"op":"pong"}"#,
      #"{"id":4,"op":"ping","sql":"SELECT 1"}"#, #"{"id":5,"op":"execute"}"#, #"{"id":6,"op":"execute","sql":1}"#,
      #"{"id":7,"op":"execute","sql":"SELECT 1","params":1}"#, #"{"id":8,"op":"fetch"}"#,
      #"{"id":9,"op":"fetch","cursor":0}"#, #"{"id":10,"op":"fetch","cursor":1.5}"#,
      #"{"id":11,"op":"execute","sql":"SELECT 1","statement":1}"#,
      #"{"id":12,"op":"execute","sql":"SELECT 1","script":1}"#,
      #"{"id":13,"op":"execute","sql":"SELECT 1","script":true,"params":[]}"#, #"{"id":14,"op":"close","id":15}"#,
      #"{"id":16,"op":"begin","isolation":"none"}"#, #"{"id":17,"op":"describe"}"#, #"{"id":18,"op":"ping"}"#,
    ]
    let answers = try Self.answers(lines)
    #expect(answers.count == lines.count)
    let kinds = try short(answers)
    #expect(kinds.last == "ok")
    #expect(
      kinds.dropLast().enumerated().allSatisfy { $1 == "badRequest" || (lines[$0].contains(":11,") && $1 == "misuse") })
    #expect(answers[5].hasPrefix(#"{"id":1,"error":{"kind":"badRequest","message":"a request has a member \"op\""#))
    #expect(answers[6].hasPrefix(#"{"id":null,"error""#))
    #expect(answers[9].contains("ping takes no member sql; it takes no member besides \\\"id\\\""))
    #expect(answers[13].contains("fetch needs the number of a \\\"cursor\\\""))
  }

  @Test("A line that is too long is answered and passed over")
  func longLines() throws {
    let long = run("SELECT '" + String(repeating: "x", count: 2000) + "'")
    let result = try answers(#"{"id":1,"op":"ping"}"#, long, #"{"id":2,"op":"ping"}"#, longestLine: 1000)
    #expect(result.count == 3)
    #expect(
      result[1].hasPrefix(
        #"{"id":null,"error":{"kind":"badRequest","message":"line 2: more than 1000 bytes in one line""#))
    #expect(result[2] == #"{"id":2}"#)
  }

  @Test("Members that are null count as absent")
  func nullMembers() throws {
    let request = #"{"op":"execute","sql":"SELECT 1","params":null,"statement":null,"script":null,"cursor":null}"#
    #expect(try short(answers(request)) == ["[[1]]"])
  }

  @Test("Every value that SQLite stores comes back as it was sent")
  func values() throws {
    let values =
      #"[null,0,-9223372036854775808,9223372036854775807,1.0,-0.5,5e-324,1.7976931348623157e+308,"","a\u0000\"é😀","#
      + #"{"$bytes":""},{"$bytes":"AP8="},{"$double":"inf"},{"$double":"-inf"}]"#
    let marks = Array(repeating: "?", count: 14).joined(separator: ",")
    #expect(try short(answers(run("SELECT \(marks)", values))) == ["[" + values + "]"])
  }

  @Test("An error of a value says which parameter it is")
  func badValues() throws {
    let result = try answers(run("SELECT ?, ?", "[1,{\"$dat\":\"x\"}]"), run("SELECT :a", "{\"a\":[]}"))
    #expect(result[0].contains("params[1]: there is no tag $dat"))
    #expect(result[1].contains("params.a: an array is no value"))
  }

  @Test("A result that ends in an error is an error, and nothing of its rows goes out")
  func errorAfterRows() throws {
    let sql = "SELECT 1 UNION ALL SELECT abs(-9223372036854775808)"
    let result = try answers(run(sql), #"{"id":2,"op":"ping"}"#)
    #expect(result.count == 2)
    #expect(result[0].hasPrefix(#"{"id":null,"error":{"kind":""#))
    #expect(!result[0].contains("rows"))
    #expect(result[1] == #"{"id":2}"#)
  }

  @Test("A result larger than any buffer arrives whole")
  func largeResult() throws {
    let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) SELECT i FROM n"
    let result = try answers(run(sql), #"{"id":2,"op":"ping"}"#)
    #expect(result.count == 2)
    let rows = "[" + (1...50_000).map { "[\($0)]" }.joined(separator: ",") + "]"
    #expect(try short(result) == [rows, "ok"])
  }

  @Test("Statements that would begin or end a transaction are errors that name the op")
  func transactionStatements() throws {
    let words = [
      ("begin immediate", "begin"), ("START TRANSACTION", "begin"), ("COMMIT", "commit"), ("END", "commit"),
      ("ROLLBACK", "rollback"), ("rollback to a", "rollbackTo"), ("SAVEPOINT a", "savepoint"), ("RELEASE a", "release"),
    ]
    for (sql, op) in words {
      let result = try answers(run(sql), "{\"op\":\"prepare\",\"sql\":\"\(sql)\"}")
      #expect(result.count == 2)
      for answer in result {
        #expect(
          answer.contains(#""kind":"misuse""#) && answer.contains("send {\\\"op\\\":\\\"\(op)\\\"} instead"),
          "\(answer)")
      }
    }
  }

  @Test("Several statements where one is wanted are an error that names the script")
  func severalStatements() throws {
    let result = try answers(run("SELECT 1; SELECT 2"))
    #expect(result.count == 1)
    #expect(result[0].contains("line 1, column 11; execute it with \\\"script\\\":true for several"))
  }

  @Test("Statements and cursors have a limit, and closing makes room")
  func limits() throws {
    let prepare = #"{"op":"prepare","sql":"SELECT 1"}"#
    let open = #"{"op":"execute","sql":"SELECT 1","cursor":true}"#
    let close = #"{"op":"close","statement":500,"cursor":7}"#
    let requests =
      Array(repeating: prepare, count: 1001) + Array(repeating: open, count: 1001)
      + [close, prepare, open, #"{"op":"execute","statement":500}"#, #"{"op":"execute","statement":1001}"#]
    let result = try Self.answers(requests)
    #expect(result[999].contains("\"statement\":1000"))
    #expect(result[1000].contains("1000 statements are open; close those that are done with"))
    #expect(result[2000].contains("\"cursor\":1000"))
    #expect(result[2001].contains("1000 cursors are open"))
    #expect(result[2002] == #"{"id":null}"#)
    #expect(result[2003].contains("\"statement\":1001") && result[2004].contains("\"cursor\":1001"))
    #expect(result[2005].contains("no statement 500 is open"))
    #expect(try short([result[2006]]) == ["[[1]]"])
  }

  @Test("A cursor needs a statement that gives rows, and is closed by an error")
  func cursors() throws {
    let result = try answers(
      #"{"op":"execute","sql":"CREATE TABLE t (a)","cursor":true}"#,
      #"{"op":"execute","sql":"SELECT abs(-9223372036854775808)","cursor":true}"#, #"{"op":"fetch","cursor":1}"#,
      #"{"op":"fetch","cursor":1}"#, #"{"op":"execute","sql":"SELECT 1 WHERE 0","cursor":true}"#,
      #"{"op":"fetch","cursor":2}"#)
    #expect(result[0].contains("the statement gives no rows; execute it without \\\"cursor\\\""))
    #expect(result[1].contains("\"cursor\":1"))
    #expect(try short([result[2]]) != ["ok"])
    #expect(result[3].contains("no cursor 1 is open"))
    #expect(result[5] == #"{"id":null,"rows":[],"done":true}"#)
  }
}

/// Lines that a broken or evil client might send to the bridge, always the same ones for a seed.
///
/// None of them has a line feed in it, and none ends the bridge.
struct HostileLines {
  private var random: Seeded
  private var number = 0

  init(seed: UInt64) { random = Seeded(seed) }

  /// Requests that make sense, in some order.
  private static let requests = [
    #"{"id":1,"op":"execute","sql":"SELECT 1"}"#,
    #"{"id":2,"op":"execute","sql":"SELECT ?, :a","params":["é\u0000\ud83d\ude00",{"$decimal":"12.30"}]}"#,
    #"{"id":3,"op":"execute","sql":"SELECT :a","params":{"a":{"$bytes":"AP8="}}}"#,
    #"{"id":4,"op":"execute","sql":"SELECT * FROM nowhere"}"#,
    #"{"id":5,"op":"execute","sql":"VALUES (1), (2), (3)","cursor":true}"#,
    #"{"id":6,"op":"execute","sql":"SELECT 1; SELECT 2","script":true}"#,
    #"{"id":7,"op":"prepare","sql":"SELECT :a, ?"}"#, #"{"id":8,"op":"execute","statement":1,"params":[1.5,null]}"#,
    #"{"id":9,"op":"fetch","cursor":1,"limit":2}"#, #"{"id":10,"op":"close","statement":3,"cursor":4}"#,
    #"{"id":11,"op":"begin","isolation":"serializable","readOnly":false}"#, #"{"id":12,"op":"commit"}"#,
    #"{"id":13,"op":"rollback"}"#, #"{"id":14,"op":"savepoint","name":"a"}"#, #"{"id":15,"op":"release","name":"a"}"#,
    #"{"id":16,"op":"rollbackTo","name":"a"}"#, #"{"id":17,"op":"tables"}"#, #"{"id":18,"op":"describe","table":"a"}"#,
    #"{"id":19,"op":"capabilities"}"#, #"{"id":20,"op":"ping"}"#, #"{"id":21,"op":"results","sql":"SELECT 1"}"#,
    #"{"id":22,"op":"batch","requests":[{"op":"begin","mode":"deferred"},{"op":"execute","sql":"SELECT ?","params":[1]},{"id":1,"op":"commit"}]}"#,
    #"{"id":23,"op":"batch","requests":[{"op":"rollback"},{"op":"savepoint","name":"a"},7]}"#,
    #"{"id":24,"op":"batch","sql":"SELECT ?","rows":[[1],["é"],[null]]}"#,
    #"{"id":25,"op":"autocommit","on":false}"#, #"{"id":26,"op":"autocommit","on":true}"#, #"{"id":27,"op":"reset"}"#,
    #"{"id":28,"op":"isolation","level":"serializable"}"#,
  ].map { Array($0.utf8) }

  /// The next line, without its line feed.
  mutating func next() -> [UInt8] {
    number += 1
    // Rarely, for each costs as much as thousands of others: longer than the limit that the test sets.
    if number.isMultiple(of: 5000) { return Array(repeating: 0x78, count: 3 << 20) }
    if number.isMultiple(of: 1000) { return text("[", 300_000) }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return bytes(Int.random(in: 0..<300, using: &random))
    case 1, 2: return request()
    case 3:
      let request = request()
      return Array(request.prefix(Int.random(in: 0..<request.count, using: &random)))
    case 4, 5: return damaged()
    case 6: return text("{\"a\":", Int.random(in: 1..<2000, using: &random))
    case 7: return Array("{\"id\":\(digits()),\"op\":\"execute\",\"sql\":\"SELECT ?\",\"params\":[\(digits())]}".utf8)
    case 8: return Array("{\"id\":1,\"op\":\"\(word())\",\"\(word())\":\(value())}".utf8)
    case 9: return Array("{\"op\":\"fetch\",\"cursor\":\(value()),\"limit\":\(value())}".utf8)
    case 10: return Array("{\"op\":\"execute\",\"statement\":\(value()),\"params\":[\(value()),\(value())]}".utf8)
    default: return Array("{\"op\":\"execute\",\"sql\":\"SELECT \(value())\",\"params\":\(value())}".utf8)
    }
  }

  private mutating func request() -> [UInt8] { Self.requests.randomElement(using: &random) ?? [] }

  /// A request in which some bytes were changed.
  private mutating func damaged() -> [UInt8] {
    var request = request()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let index = Int.random(in: 0..<request.count, using: &random)
      request[index] = bytes(1)[0]
    }
    return request
  }

  /// Any bytes but the line feed.
  private mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in
      let byte = UInt8.random(in: 0...255, using: &random)
      return byte == 0x0A ? 0x0D : byte
    }
  }

  private func text(_ text: String, _ count: Int) -> [UInt8] {
    Array(repeatElement(text, count: count).joined().utf8)
  }

  private mutating func digits() -> String {
    let sign = Bool.random(using: &random) ? "-" : ""
    let count = Int.random(in: 1...400, using: &random)
    let exponent = Bool.random(using: &random) ? "e\(Int.random(in: -999...999, using: &random))" : ""
    return sign + "9" + String(repeating: "8", count: count) + exponent
  }

  private mutating func word() -> String {
    [
      "execute", "fetch", "prepare", "savepoint", "describe", "id", "op", "sql", "params", "cursor", "limit", "name",
      "",
      "EXECUTE", "\\u0000", "nonsense",
    ].randomElement(using: &random) ?? ""
  }

  private mutating func value() -> String {
    [
      "null", "true", "-1", "0", "1", "1e9", "9223372036854775807", "99999999999999999999", "0.5", "\\\"x\\\"", "\"x\"",
      "[]",
      "{}", "[[[]]]", "{\"$double\":\"nan\"}", "{\"$date\":\"9999-99-99\"}", "{\"$bytes\":\"=\"}", "\"\\ud800\"", "nan",
      "01",
      "{\"a\":1,\"a\":2}",
    ].randomElement(using: &random) ?? ""
  }
}

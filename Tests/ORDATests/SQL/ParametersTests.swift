import Testing

@testable import ORDA

@Suite struct ParametersTests {
  func resolve(_ parameters: Parameters, _ text: String) throws -> [String?] {
    let parsed = try ParsedStatement.parse("SELECT " + text, interpolations: 0, dialect: .likeSQLite)
    return try parameters.resolve(parsed.parameters).texts
  }

  func message(_ parameters: Parameters, _ text: String) -> String? {
    let error = databaseError { _ = try resolve(parameters, text) }
    #expect(error?.kind == .misuse)
    #expect(error?.code == .badBindIndex)
    return error?.message
  }

  @Test func positional() throws {
    #expect(try resolve([Bound("a"), nil], "?, ?") == ["a", nil])
    #expect(try resolve([Bound("a"), Bound("b")], ":x, :y, :x") == ["a", "b"])
    #expect(try resolve([Bound("a"), Bound("b"), Bound("c")], "?3") == ["a", "b", "c"])
    #expect(try resolve(.none, "1") == [])
    #expect(try resolve([], "1") == [])
    #expect(try resolve(Parameters(values: [Bound("a")]), "?") == ["a"])
  }

  @Test func named() throws {
    #expect(try resolve(["y": Bound("b"), ":x": Bound("a")], ":x, :y, :x") == ["a", "b"])
    #expect(try resolve(["@x": nil, "$y": Bound("b")], ":x, @y") == [nil, "b"])
    #expect(try resolve([:], "1") == [])
    #expect(try resolve(Parameters(dictionary: ["x": Bound("a")]), ":x") == ["a"])
    #expect(try resolve(Parameters(pairs: [("x", Bound("a"))]), ":x") == ["a"])
    // A number that ?4 skipped needs no value by name, but :x, which is ?1 as well, does.
    #expect(try resolve(["x": Bound("a"), "y": Bound("b")], ":x, ?1, :y") == ["a", "b"])
    #expect(try resolve(["é": Bound("a")], ":é") == ["a"])
  }

  @Test func wrongNumberOfValues() {
    #expect(message([Bound("a")], "?, ?, ?") == "missing parameters 2 of 3, 3 of 3")
    #expect(message(.none, ":a") == "missing parameter \":a\"")
    #expect(message([Bound("a"), nil, nil], "?, ?") == "parameter 3 of 2: the statement has no such parameter")
    #expect(message([nil], "1") == "parameter 1 of 0: the statement has no such parameter")
    #expect(message([], "?12")?.hasSuffix("8 of 12 and 4 more") == true)
  }

  @Test func wrongNames() {
    #expect(message([:], ":name") == "missing parameter \":name\"")
    #expect(message(["a": nil], ":a, :name, :b") == "missing parameters \":name\", \":b\"")
    #expect(
      message(["nmae": nil], ":name")
        == "unknown parameter \":nmae\"; did you mean \":name\"?; missing parameter \":name\"")
    #expect(message(["a": nil, "zzzzzz": nil], ":a") == "unknown parameter \":zzzzzz\"")
    #expect(message(["a": nil, ":a": Bound("b")], ":a") == "repeated parameter \":a\"")
    #expect(message(["": nil], "1") == "unknown parameter \":\"")
  }

  @Test func namesForQuestionMarks() {
    let expected =
      "the statement's parameter 1 is a ? and has no name, so it can't be given by name; give the values in order"
    #expect(message(["a": nil], "?") == expected)
    #expect(message(["a": nil], "?, :a") == expected)
  }

  @Test func errorsShowNoValues() {
    #expect(message(["a": Bound("secret")], ":b")?.contains("secret") == false)
    #expect(message([Bound("secret")], "?, ?")?.contains("secret") == false)
  }

  @Test func emptiness() {
    #expect(Parameters.none.isEmpty)
    #expect(([:] as Parameters).isEmpty)
    #expect(!(["a": nil] as Parameters).isEmpty)
    #expect(!([nil] as Parameters).isEmpty)
  }
}

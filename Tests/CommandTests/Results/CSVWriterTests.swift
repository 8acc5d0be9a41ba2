import ORDA
import Testing

@testable import Command
@testable import ORDAImport

@Suite("CSV is written") struct CSVWriterTests {
  @Test("with a line of names and a line for each row")
  func lines() throws {
    let rows: [[Value]] = [[.int(1), .text("Jazz")], [.int(-2), .text("Fado")]]
    #expect(try written(.csv, ["id", "name"], rows) == "id,name\n1,Jazz\n-2,Fado\n")
    #expect(try written(.csv, ["id"], []) == "id\n")
  }

  @Test(
    "with quotes only where they are needed",
    arguments: [
      ("a b", "a b"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("\"", "\"\"\"\""),
      ("a\nb", "\"a\nb\""),
      ("a\rb", "\"a\rb\""), (" a ", " a "), ("", "\"\""), ("NULL", "NULL"), ("\\x41", "\"\\x41\""), ("\\", "\\"),
      ("a\0b", "a\0b"), ("日本", "日本"),
    ])
  func quotes(_ value: String, _ expected: String) throws {
    #expect(try written(.csv, ["t"], [[.text(value)]]) == "t\n\(expected)\n")
  }

  @Test("with a form of its own for each type")
  func types() throws {
    let moment = Value.text("2026-01-31")
    let rows: [[Value]] = [
      [.null], [.int(.min)], [.int(.max)], [.uint(.max)], [.double(0.1)], [.double(1)], [.double(-0.0)],
      [.double(.leastNonzeroMagnitude)],
      [.double(.infinity)], [.double(-.infinity)], [.double(.nan)], [.decimal(try #require(ExactDecimal("12.30")))],
      [.bytes([0, 0x0A, 0xFF])], [.bytes([])], [.other(type: "point", bytes: Array("(1,2)".utf8))],
      [.other(type: "text", bytes: [0xFF])], [moment],
      [.date(try #require(CivilDate("2026-01-31")))], [.json("[1,2]")],
    ]
    #expect(
      try written(.csv, ["v"], rows) == """
        v

        -9223372036854775808
        9223372036854775807
        18446744073709551615
        0.1
        1.0
        -0.0
        5e-324
        1e999
        -1e999
        NaN
        12.30
        \\x000aff
        \\x
        "(1,2)"
        \\xff
        2026-01-31
        2026-01-31
        "[1,2]"

        """)
  }

  @Test("from lent cells as from values")
  func lent() throws {
    let sql = "SELECT NULL AS n, 42 AS i, 0.5 AS d, 'a,b' AS t, x'00ff' AS b, -9223372036854775808 AS least"
    #expect(
      String(decoding: try queried(.csv, sql), as: UTF8.self)
        == "n,i,d,t,b,least\n,42,0.5,\"a,b\",\\x00ff,-9223372036854775808\n")
  }

  @Test("with a text that is no UTF-8 as its bytes")
  func invalidUTF8() throws {
    let sql = "SELECT CAST(x'41ff42' AS TEXT) AS t"
    #expect(try queried(.csv, sql) == Array("t\n\\x41ff42\n".utf8))
    #expect(try queried(.csv, sql, to: .screen(width: 80)) == Array("t\n\\x41ff42\n".utf8))
    #expect(
      try queried(.jsonl, sql) == Array(#"{"t":{"$other":{"type":"text","bytes":"Qf9C"}}}"#.utf8) + [0x0A])
  }

  @Test("with control characters spelled out on a terminal only")
  func terminal() throws {
    let rows: [[Value]] = [[.text("a\u{1B}[2J\n\0")]]
    #expect(try written(.csv, ["t"], rows) == "t\n\"a\u{1B}[2J\n\0\"\n")
    #expect(try written(.csv, ["t"], rows, to: .screen(width: 80)) == "t\na\\u{1b}[2J\\n\\0\n")
  }

  @Test("so that a byte order mark is none")
  func byteOrderMark() throws {
    #expect(try written(.csv, ["\u{FEFF}a", "b"], []) == "\"\u{FEFF}a\",b\n")
  }

  @Test("with another delimiter")
  func delimiter() throws {
    var format = CSVFormat()
    format.delimiter = 0x3B
    let result = try text { output in
      var writer = CSVWriter(output: output, format: format)
      writer.begin(["a", "b"])
      try writer.write([.text("1;2"), .text("3,4")])
      writer.end()
    }
    #expect(result == "a;b\n\"1;2\";3,4\n")
  }

  @Test("so that the reader reads the same")
  func roundTrip() throws {
    let texts: [String?] = [
      "", nil, "a", "\"", "\"\"", ",", "\n", "\r\n", "\r", " ", "\t", "\\x00", "\u{FEFF}", "\0", "日本", "a\"b,c\nd",
      "-1", "'",
    ]
    for columns in 1...3 {
      var rows: [[String?]] = []
      for start in texts.indices { rows.append((0..<columns).map { texts[(start + $0 * 5) % texts.count] }) }
      let names = (0..<columns).map { "c\($0)" }
      let file = try written(.csv, names, rows.map { $0.map { $0.map { .text($0) } ?? .null } })
      var reader = CSVReader(MemorySource(file.utf8, chunk: 7))
      reader.expectedFields = columns
      let header = try #require(try reader.next())
      #expect(try (0..<columns).map { try header.text($0) } == names)
      var read: [[String?]] = []
      while let record = try reader.next() {
        read.append(try (0..<record.count).map { record.isNull($0) ? nil : try record.text($0) })
      }
      #expect(read == rows)
    }
  }
}

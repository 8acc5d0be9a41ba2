import Testing

/// A column's type, and what is stored in it, as SQL.
struct LoggedTypeExample: Sendable, CustomTestStringConvertible {
  let type: String
  let literals: [String]
  /// What the log can't tell as the server would: it is read again from the table.
  var unknown: Set<Int> = []

  var testDescription: String { type }

  init(_ type: String, _ literals: [String], unknown: Set<Int> = []) {
    self.type = type
    self.literals = literals
    self.unknown = unknown
  }
}

/// Every type of MariaDB.
enum LoggedTypes {
  static let all = numbers + texts + times + others

  static let numbers = [
    LoggedTypeExample("TINYINT", ["-128", "-1", "0", "127"]),
    LoggedTypeExample("TINYINT UNSIGNED", ["0", "128", "255"]),
    LoggedTypeExample("BOOL", ["TRUE", "FALSE"]),
    LoggedTypeExample("SMALLINT", ["-32768", "-1", "32767"]),
    LoggedTypeExample("SMALLINT UNSIGNED", ["0", "32768", "65535"]),
    LoggedTypeExample("MEDIUMINT", ["-8388608", "-1", "8388607"]),
    LoggedTypeExample("MEDIUMINT UNSIGNED", ["0", "8388608", "16777215"]),
    LoggedTypeExample("INT", ["-2147483648", "-1", "2147483647"]),
    LoggedTypeExample("INT UNSIGNED", ["0", "2147483648", "4294967295"]),
    LoggedTypeExample("INT(8) ZEROFILL", ["7"]),
    LoggedTypeExample("BIGINT", ["-9223372036854775808", "-1", "9223372036854775807"]),
    LoggedTypeExample("BIGINT UNSIGNED", ["0", "9223372036854775807", "9223372036854775808", "18446744073709551615"]),
    LoggedTypeExample("FLOAT", ["0", "-1.5", "3.4e38", "1.17549e-38", "0.1"]),
    LoggedTypeExample("FLOAT(7,3)", ["1234.567", "-0.001"]),
    LoggedTypeExample("DOUBLE", ["0", "-1.5", "1.7976931348623157e308", "5e-324", "0.1"]),
    LoggedTypeExample("DOUBLE UNSIGNED", ["0.25"]),
    LoggedTypeExample("DECIMAL(10,2)", ["0", "-0.01", "12345678.90", "-99999999.99", "1"]),
    LoggedTypeExample("DECIMAL(10,0)", ["0", "-1", "9999999999"]),
    LoggedTypeExample("DECIMAL(9,9)", ["0.123456789", "-0.000000001"]),
    LoggedTypeExample("DECIMAL(18,9) ZEROFILL", ["1.5"]),
    LoggedTypeExample("DECIMAL(40,10)", ["123456789012345678901234567890.0123456789", "-1.0000000001"]),
    LoggedTypeExample(
      "DECIMAL(65,30)",
      [
        "99999999999999999999999999999999999.999999999999999999999999999999",
        "-12345678901234567890123456789012345.012345678901234567890123456789", "0.000000000000000000000000000001",
      ]),
    LoggedTypeExample("DECIMAL(65,0)", ["-99999999999999999999999999999999999999999999999999999999999999999"]),
    LoggedTypeExample("BIT(1)", ["b'0'", "b'1'"]),
    LoggedTypeExample("BIT(8)", ["b'10000001'"]),
    LoggedTypeExample("BIT(13)", ["b'1000000000001'"]),
    LoggedTypeExample("BIT(64)", ["18446744073709551615", "1"]),
    LoggedTypeExample("YEAR", ["1901", "2026", "2155", "0"]),
  ]

  static let texts = [
    LoggedTypeExample("CHAR(10)", ["''", "'abc'", "'trail   '", "'äöü€'", "'1234567890'"]),
    LoggedTypeExample("CHAR(200) CHARACTER SET utf8mb4", ["repeat('😀', 200)", "'x'"]),
    LoggedTypeExample("CHAR(255) CHARACTER SET latin1", ["repeat('é', 255)", "'€'"]),
    LoggedTypeExample("CHAR(20) CHARACTER SET ucs2", ["'aé€'", "''"]),
    LoggedTypeExample("VARCHAR(63)", ["''", "'abc'", "'trail   '", "'😀'"]),
    LoggedTypeExample("VARCHAR(64)", ["repeat('€', 64)"]),
    LoggedTypeExample("VARCHAR(5000)", ["repeat('ab', 2500)", "NULL"]),
    LoggedTypeExample(
      "VARCHAR(300) CHARACTER SET latin1",
      ["convert(0x8081828384858687888990919293949596979899 USING latin1)", "'naïve €'"]),
    LoggedTypeExample(
      "VARCHAR(300) CHARACTER SET latin1 COLLATE latin1_bin",
      ["convert(unhex(concat(\((0..<256).map { "'\(hex($0))'" }.joined(separator: ",")))) USING latin1)"]),
    LoggedTypeExample("VARCHAR(20) CHARACTER SET utf8mb3", ["'aé€'"]),
    LoggedTypeExample("VARCHAR(20) CHARACTER SET ascii", ["'plain'"]),
    LoggedTypeExample("VARCHAR(20) CHARACTER SET ucs2", ["'aé€'", "''"]),
    LoggedTypeExample("VARCHAR(20) CHARACTER SET utf16", ["'aé€😀'"]),
    LoggedTypeExample("VARCHAR(20) CHARACTER SET utf16le", ["'aé€😀'"]),
    LoggedTypeExample("VARCHAR(20) CHARACTER SET utf32", ["'aé€😀'"]),
    LoggedTypeExample("VARCHAR(20) CHARACTER SET latin2", ["'ąę'", "'a'"], unknown: [0, 1]),
    LoggedTypeExample("VARCHAR(20) CHARACTER SET sjis", ["'ア'"], unknown: [0]),
    LoggedTypeExample("VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin", ["'x  '"]),
    LoggedTypeExample("TINYTEXT", ["repeat('x', 255)", "''"]),
    LoggedTypeExample("TEXT", ["repeat('ä', 20000)", "'a\\0b'"]),
    LoggedTypeExample("MEDIUMTEXT", ["repeat('y', 70000)"]),
    LoggedTypeExample("LONGTEXT", ["repeat('z', 100000)"]),
    LoggedTypeExample("TEXT CHARACTER SET latin1", ["'Größe'"]),
    LoggedTypeExample("BINARY(8)", ["''", "x'00'", "x'0102'", "x'0100000000000000'", "x'ff00ff00ff00ff00'"]),
    LoggedTypeExample("BINARY(255)", ["repeat(x'ab', 255)", "x'01'"]),
    LoggedTypeExample("VARBINARY(300)", ["''", "x'00ff00'", "repeat(x'00', 300)"]),
    LoggedTypeExample("TINYBLOB", ["x'00ff'"]),
    LoggedTypeExample("BLOB", ["repeat(x'01', 60000)", "''"]),
    LoggedTypeExample("MEDIUMBLOB", ["repeat(x'02', 70000)"]),
    LoggedTypeExample("LONGBLOB", ["repeat(x'03', 100000)"]),
    LoggedTypeExample("VARCHAR(2000) COMPRESSED", ["''", "'short'", "repeat('läng ', 300)"]),
    LoggedTypeExample(
      "TEXT COMPRESSED",
      ["''", "'short'", "repeat('long ', 3000)", "concat(md5(1), md5(2), md5(3), repeat('abc', 200))"]),
    LoggedTypeExample("BLOB COMPRESSED", ["x'00'", "repeat(x'0001', 3000)", "''"]),
    LoggedTypeExample("VARBINARY(1000) COMPRESSED", ["repeat(x'0001', 300)"]),
    LoggedTypeExample("TEXT COMPRESSED CHARACTER SET latin1", ["repeat('é', 300)"]),
  ]

  static let times = [
    LoggedTypeExample(
      "DATE", ["'2026-01-31'", "'1000-01-01'", "'9999-12-31'", "'0000-00-00'", "'2026-02-00'", "'2024-02-29'"]),
    LoggedTypeExample("TIME", ["'12:34:56'", "'-12:34:56'", "'838:59:59'", "'-838:59:59'", "'00:00:00'"]),
    LoggedTypeExample("TIME(1)", ["'12:34:56.7'", "'-00:00:00.1'"]),
    LoggedTypeExample("TIME(2)", ["'12:34:56.78'", "'-12:34:56.78'"]),
    LoggedTypeExample("TIME(3)", ["'-12:34:56.789'"]),
    LoggedTypeExample("TIME(4)", ["'-12:34:56.7891'", "'100:00:00.0001'"]),
    LoggedTypeExample("TIME(5)", ["'-12:34:56.78912'"]),
    LoggedTypeExample("TIME(6)", ["'838:59:59.999999'", "'-838:59:59.999999'", "'-00:00:00.000001'"]),
    LoggedTypeExample(
      "DATETIME", ["'2026-01-31 12:34:56'", "'0001-01-01 00:00:00'", "'9999-12-31 23:59:59'", "'0000-00-00 00:00:00'"]),
    LoggedTypeExample("DATETIME(1)", ["'2026-01-31 12:34:56.7'"]),
    LoggedTypeExample("DATETIME(3)", ["'2026-01-31 12:34:56.789'", "'1969-12-31 23:59:59.999'"]),
    LoggedTypeExample("DATETIME(6)", ["'2026-01-31 12:34:56.000001'", "'9999-12-31 23:59:59.999999'"]),
    LoggedTypeExample(
      "TIMESTAMP NULL", ["'2026-07-01 12:00:00'", "'1970-01-01 00:00:01'", "'2038-01-19 03:14:07'", "NULL", "0"]),
    LoggedTypeExample("TIMESTAMP(2) NULL", ["'2026-07-01 12:00:00.25'"]),
    LoggedTypeExample("TIMESTAMP(6) NULL", ["'2026-07-01 12:00:00.000001'", "'1970-01-01 00:00:00.5'"]),
  ]

  static let others = [
    LoggedTypeExample("ENUM('a','it''s','ä,€','')", ["'a'", "'it''s'", "'ä,€'", "4", "NULL"]),
    LoggedTypeExample("ENUM('é','b') CHARACTER SET latin1", ["'é'", "'b'"]),
    LoggedTypeExample(
      "ENUM(\((1...300).map { "'v\($0)'" }.joined(separator: ",")))", ["'v1'", "'v255'", "'v256'", "'v300'"]),
    LoggedTypeExample("SET('a','b','it''s')", ["''", "'a'", "'a,it''s'", "'a,b,it''s'"]),
    LoggedTypeExample(
      "SET(\((1...64).map { "'v\($0)'" }.joined(separator: ",")))", ["'v1,v64'", "18446744073709551615"]),
    LoggedTypeExample("JSON", [#"'{"a": 1, "ü": [1, 2]}'"#, "'null'", "NULL"]),
    LoggedTypeExample(
      "UUID",
      [
        "'123e4567-e89b-12d3-a456-426655440000'", "'00000000-0000-0000-0000-000000000000'",
        "'ffffffff-ffff-ffff-ffff-ffffffffffff'", "'123e4567-e89b-42d3-8456-426655440000'",
        "'018f4567-e89b-72d3-a456-426655440000'", "'018f4567-e89b-82d3-a456-426655440000'",
        "'018f4567-e89b-02d3-a456-426655440000'",
        "'123e4567-e89b-12d3-2456-426655440000'", "'123e4567-e89b-52d3-8056-426655440080'",
        "'80000000-0000-0000-8000-000000000000'", "'123e4567-e89b-12d3-a456-000000000000'", "UUID()",
      ]),
    LoggedTypeExample("INET4", ["'0.0.0.0'", "'192.168.0.1'", "'255.255.255.0'"]),
    LoggedTypeExample(
      "INET6",
      [
        "'::'", "'::1'", "'2001:db8::ff00:42:8329'", "'::ffff:192.168.0.1'", "'::192.168.0.1'", "'::1:0'",
        "'1:0:2:3:4:5:6:7'", "'1:0:0:2:0:0:0:3'", "'1::'", "'0:1::'", "'1:0:0:2:0:0:3:4'", "'fe80:0:0:0:0:0:0:0'",
        "'::1:2:3:4:5:6:7'", "'1:2:3:4:5:6:7:0'", "'::ffff:0:0'", "'::fffe:1:2'",
      ]),
    LoggedTypeExample("POINT", ["ST_GeomFromText('POINT(1 2)')", "ST_GeomFromText('POINT(-1.5 2)', 4326)"]),
    LoggedTypeExample("GEOMETRY", ["ST_GeomFromText('LINESTRING(0 0,1 1,2 2)')", "NULL"]),
    LoggedTypeExample("INT AS (id * 2) PERSISTENT", ["DEFAULT"]),
    LoggedTypeExample("INT INVISIBLE", ["5"]),
  ]

  private static func hex(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }
}

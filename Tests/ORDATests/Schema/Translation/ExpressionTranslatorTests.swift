import Testing

@testable import ORDA

@Suite("Expressions and defaults, as another database writes them") struct ExpressionTranslatorTests {
  /// As MariaDB quotes.
  private static let backticks = Dialect(
    identifierQuote: "`", doubleQuotesIdentifiers: false, backtickIdentifiers: true, backslashEscapes: true,
    hashComments: true)
  private let toBackticks = ExpressionTranslator(
    source: Dialect(bracketIdentifiers: true), target: backticks, columns: ["price", "state", "of", "größe"])
  private let toStandard = ExpressionTranslator(
    source: backticks, target: .standard, columns: ["price", "state", "of", "größe"])

  @Test(
    "keep what means the same",
    arguments: [
      ("price >= 0", "`price` >= 0"),
      ("\"price\">0 and [of]<>1", "`price` > 0 AND `of` <> 1"),
      ("PRICE == 1.5 OR price != -2", "`price` = 1.5 OR `price` <> - 2"),
      ("state IN ('new', 'it''s', 'a\\b')", "`state` IN ('new', 'it''s', 'a\\\\b')"),
      ("state <> '( a , b . c )'", "`state` <> '( a , b . c )'"),
      ("NOT (price BETWEEN 1 AND 2 * (of + 3))", "NOT (`price` BETWEEN 1 AND 2 * (`of` + 3))"),
      ("größe IS NULL OR größe IS NOT NULL", "`größe` IS NULL OR `größe` IS NOT NULL"),
      ("price > 0 -- for now", "`price` > 0"), ("state <> x'0AFF'", "`state` <> x'0AFF'"),
    ])
  func plain(_ text: String, _ expected: String) {
    #expect(toBackticks.translate(text) == expected)
  }

  @Test(
    "leave out what may not",
    arguments: [
      "length(state) > 3", "price / 2 > 1", "price % 2 = 0", "state || 'x' = 'yx'", "state LIKE 'a%'", "price IS 3",
      "price IS NOT 3", "price << 2 = 4", "unknown > 3", "CASE WHEN price THEN 1 END", "price = 0x10", "price > 1e3",
      "state GLOB 'x'", "price > ?", "(SELECT 1)", "", "state = 'a", "price <=> 1", "price & 1",
    ])
  func notPlain(_ text: String) {
    #expect(toBackticks.translate(text) == nil)
  }

  @Test("and back again")
  func back() {
    #expect(
      toStandard.translate("`price` > 0 and `state` in ('a\\'b','c')") == "\"price\" > 0 AND \"state\" IN ('a''b', 'c')"
    )
    #expect(toStandard.translate("`größe` is null or \"x\" = `state`") == "\"größe\" IS NULL OR 'x' = \"state\"")
    #expect(toStandard.translate("`state` = _latin1'x'") == nil)
  }

  private let fromCasts = ExpressionTranslator(
    source: Dialect(dollarQuotes: true, escapeStrings: true), target: .standard,
    columns: ["a", "b", "s", "v", "ch", "d", "x", "odd name"], texts: ["s", "v", "odd name"], integers: ["a"])

  @Test(
    "lose the casts that PostgreSQL has given them",
    arguments: [
      ("(a = ANY (ARRAY[1, 2, '-3'::integer]))", "(\"a\" IN (1, 2, - 3))"),
      ("(b >= (0)::numeric)", "(\"b\" >= 0)"),
      ("(b = ANY (ARRAY[1.5, (2)::numeric]))", "(\"b\" IN (1.5, 2))"),
      ("((a = 1) AND (b < ('-2'::integer)::numeric))", "((\"a\" = 1) AND (\"b\" < - 2))"),
      ("((b * (a)::numeric) > (3)::numeric)", "((\"b\" * \"a\") > 3)"),
      ("(x = ANY (ARRAY[(1)::double precision, (2.5)::double precision]))", "(\"x\" IN (1, 2.5))"),
      ("((s <> 'a'::text) OR (a IS NULL))", "((\"s\" <> 'a') OR (\"a\" IS NULL))"),
      ("(s = ANY (ARRAY['a'::text, 'b''c::d'::text]))", "(\"s\" IN ('a', 'b''c::d'))"),
      ("(s <> ALL (ARRAY['q'::text, 'r'::text]))", "(\"s\" NOT IN ('q', 'r'))"),
      (
        "((v)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[]))",
        "(\"v\" IN ('a', 'b'))"
      ),
      ("((v)::text > s)", "(\"v\" > \"s\")"), ("((\"odd name\")::text = 'x'::text)", "(\"odd name\" = 'x')"),
      ("(d > '2020-01-01'::date)", "(\"d\" > '2020-01-01')"),
    ])
  func casts(_ text: String, _ expected: String) {
    #expect(fromCasts.translate(text) == expected)
  }

  @Test(
    "keep those that change a value, and are not plain then",
    arguments: [
      "(ch = 'a'::bpchar)", "((ch)::text = 'a'::text)", "((a)::text = '1'::text)", "((b)::integer = 1)",
      "(a = (1.5)::integer)", "(a = '1.5'::integer)", "(lower(v))::text = 'a'::text", "(s)::character varying(3) = 'a'",
      "(y = '\\x00'::bytea)", "(a = ANY ('{1,2}'::integer[]))", "(a = ANY (ARRAY[ARRAY[1]]))", "a = ANY (ARRAY[])",
      "a::", "::text", "a = ANY (ARRAY[1", ")::text", "(x)::real = 0.1", "(a = '1'::numeric(3,1))",
      "(ARRAY[1])::text[]", "(d > ('now'::text)::date)", "(d < 'infinity'::date)", "((a)::double precision = x)",
    ])
  func changingCasts(_ text: String) {
    #expect(fromCasts.translate(text) == nil)
  }

  private let defaults = DefaultTranslator(
    source: backticks, target: .standard, types: StandardSchemaDialect())
  private let forBackticks = DefaultTranslator(
    source: .standard, target: backticks, types: StandardSchemaDialect())

  private static let constantDefaults: [(String, ColumnType, String)] = [
    ("0.50", ColumnType.decimal(precision: 4, scale: 2), "0.50"), ("-7", .int, "-7"), ("+7", .int, "7"),
    ("'it\\'s'", .text, "'it''s'"), ("'a\\\\b'", .text, "'a\\b'"), ("b'101'", .int, "5"), ("TRUE", .boolean, "1"),
    ("false", .boolean, "0"), ("NULL", .text, "NULL"), ("x'00ff'", .bytes, "x'00ff'"), ("'5'", .int, "5"),
    ("current_timestamp()", .timestamp, "CURRENT_TIMESTAMP"), ("current_timestamp(6)", .instant, "CURRENT_TIMESTAMP"),
    ("curdate()", .date, "(CURRENT_DATE)"), ("curtime()", .time, "(CURRENT_TIME)"), ("((1))", .int, "1"),
    ("'2024-02-29'", .date, "'2024-02-29'"),
    ("18446744073709551615", .integer(bits: 64, isUnsigned: true), "18446744073709551615"),
    ("0", .text, "'0'"), ("now()", .text, "(CURRENT_TIMESTAMP)"),
  ]

  @Test("Defaults are constants of the type", arguments: constantDefaults)
  func constants(_ text: String, _ type: ColumnType, _ expected: String) {
    #expect(defaults.translate(text, for: type) == expected)
  }

  private static let unknownDefaults: [(String, ColumnType)] = [
    ("uuid()", ColumnType.uuid), ("(1 + 2)", .int), ("'x'", .int), ("''", .date), ("'abcd'", .text(maximum: 3)),
    ("current_timestamp()", .int), ("curdate()", .timestamp), ("`price`", .int), ("concat('a','b')", .text),
    ("", .text),
    ("x'0'", .bytes), ("'a", .text), ("'a\\0b'", .text), ("-'x'", .text),
  ]

  @Test("or there is none", arguments: unknownDefaults)
  func none(_ text: String, _ type: ColumnType) {
    #expect(defaults.translate(text, for: type) == nil)
  }

  @Test(
    "A cast tells what a constant is, as PostgreSQL writes it",
    arguments: [
      ("'it''s'::character varying", ColumnType.text, "'it''s'"), ("'-7'::integer", .int, "-7"),
      ("(0.50)::numeric(4,2)", .decimal(precision: 4, scale: 2), "0.50"), ("'\\x00ff'::bytea", .bytes, "x'00ff'"),
      ("NULL::text", .text, "NULL"), ("'2024-02-29'::date", .date, "'2024-02-29'"), ("true", .boolean, "1"),
    ])
  func casts(_ text: String, _ type: ColumnType, _ expected: String) {
    let defaults = DefaultTranslator(
      source: .likePostgreSQL, target: .standard, types: StandardSchemaDialect())
    #expect(defaults.translate(text, for: type) == expected)
  }

  @Test("A backslash is doubled where it escapes")
  func backslash() {
    #expect(forBackticks.translate("'a\\b'", for: .text) == "'a\\\\b'")
  }
}

import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("Statements in the log's text") struct LoggedStatementTests {
  @Test(
    "are told apart by what they do",
    arguments: [
      ("BEGIN", LoggedStatement.begin), ("COMMIT", .commit), ("ROLLBACK", .rollback), ("SAVEPOINT `a`", .savepoint),
      ("ROLLBACK TO `a`", .rollbackToSavepoint), ("ROLLBACK TO SAVEPOINT a", .rollbackToSavepoint),
      ("XA COMMIT X'78',X'',1", .commitXA), ("XA ROLLBACK X'78',X'',1", .rollbackXA),
      ("CREATE TABLE t (id INT)", .definition(schemas: [])),
      ("create or replace table `o``x`.t (id INT CHECK (a.b > 1))", .definition(schemas: ["o`x", "a"])),
      ("/* a */ ALTER TABLE x . t ADD c INT -- d.e", .definition(schemas: ["x"])),
      ("DROP DATABASE IF EXISTS `d`", .definition(schemas: ["d"])), ("CREATE SCHEMA s", .definition(schemas: ["s"])),
      ("RENAME TABLE a.t TO b.t", .definition(schemas: ["a", "b"])),
      (
        "CREATE ALGORITHM=UNDEFINED DEFINER=`table`@`localhost` SQL SECURITY DEFINER VIEW v AS SELECT 1",
        .definition(schemas: [])
      ),
      ("DROP /*!40005 TEMPORARY */ TABLE IF EXISTS `t`", .harmless), ("CREATE TEMPORARY TABLE t (a INT)", .harmless),
      ("CREATE USER u", .harmless), ("GRANT ALL ON *.* TO u", .harmless), ("SET PASSWORD FOR u = 'x'", .harmless),
      ("ANALYZE TABLE t", .harmless), ("CREATE FUNCTION f() RETURNS INT RETURN 1", .harmless),
      ("TRUNCATE t", .truncation("t")), ("TRUNCATE TABLE `table`", .truncation("table")),
      ("truncate table a.`b c`", .truncation(TableName(schema: "a", name: "b c"))),
      ("TRUNCATE 1a.2b", .truncation(TableName(schema: "1a", name: "2b"))),
      ("ALTER TABLE 5x.t ADD c INT DEFAULT 7", .definition(schemas: ["5x"])),
      (#"DROP TABLE "o""x".t, a . t"#, .definition(schemas: [#"o"x"#, "a"])),
      (#"CREATE TABLE x.t (a TEXT DEFAULT '\'; b.c')"#, .definition(schemas: ["x"])),
      ("CREATE PROCEDURE p() SELECT '", .harmless), ("CREATE TABLE x.t (a TEXT DEFAULT '", .other),
      ("INSERT INTO t VALUES (1)", .other), ("UPDATE t SET a = 'COMMIT'", .other),
      ("SET STATEMENT max_statement_time=1 FOR DELETE FROM t", .other), ("# note\nDELETE FROM t", .other),
      ("", .other), ("'BEGIN'", .other), ("CREATE", .other), ("`", .other), ("/*", .other), ("TRUNCATE", .other),
    ])
  func kinds(_ text: String, _ expected: LoggedStatement) { #expect(LoggedStatement(text) == expected) }
}

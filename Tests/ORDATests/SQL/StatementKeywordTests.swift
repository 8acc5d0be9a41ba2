import Testing

@testable import ORDA

@Suite struct StatementKeywordTests {
  @Test(
    arguments: [
      ("select 1", .select), ("-- c\n((SELECT 1))", .select), ("WITH a AS (SELECT 1) SELECT 2", .with),
      ("VALUES (1)", .values), ("EXPLAIN SELECT 1", .explain), ("Insert into t values (1)", .insert),
      ("REPLACE INTO t VALUES (1)", .replace), ("PRAGMA user_version", .pragma), ("BEGIN", .begin),
      ("begin immediate", .begin), ("START TRANSACTION READ ONLY", .begin), ("START SLAVE", .other),
      ("COMMIT", .commit),
      ("END", .commit), ("ROLLBACK TO a", .rollback), ("SAVEPOINT a", .savepoint), ("RELEASE a", .release),
      ("USE music", .use), ("LOCK TABLES a READ", .lockTables), ("UNLOCK TABLES", .unlockTables), ("LOCK", .other),
      ("SET NAMES utf8mb4", .set), ("SET autocommit=0", .setAutocommit),
      ("SET @@session.autocommit := 1", .setAutocommit),
      ("SET a = 1, `AutoCommit` = 0", .setAutocommit), ("SET a = autocommit", .set),
      ("SET SESSION TRANSACTION READ ONLY", .setTransaction), ("SET TRANSACTION READ ONLY", .setTransaction),
      ("BEGIN NOT ATOMIC SELECT 1; END", .block), ("XA START 'a'", .xa), ("DESC t", .describe), ("frobnicate", .other),
      ("block", .other), ("locktables", .other), ("'SELECT'", .other), ("= SELECT", .other), ("VACUUM", .vacuum),
    ] as [(String, StatementKeyword)])
  func firstWordTells(_ text: String, _ keyword: StatementKeyword) throws {
    let parsed = try ParsedStatement.parse(text, interpolations: 0, dialect: .likeMariaDB)
    #expect(parsed.keyword == keyword)
  }

  @Test func propertiesFollowTheKeyword() {
    let all: [StatementKeyword] = [
      .select, .with, .values, .explain, .insert, .begin, .commit, .rollback, .savepoint, .release, .setAutocommit, .xa,
      .use, .lockTables, .unlockTables, .setTransaction, .set, .create, .alter, .drop, .pragma, .other, .block,
    ]
    #expect(all.filter(\.mayRead) == [.select, .with, .values, .explain])
    #expect(
      all.filter(\.controlsTransaction) == [.begin, .commit, .rollback, .savepoint, .release, .setAutocommit, .xa])
    #expect(all.filter(\.changesSession) == [.use, .lockTables, .unlockTables, .setTransaction])
    #expect(all.filter(\.definesSchema) == [.create, .alter, .drop])
    #expect(
      all.filter(\.mayChangeSession) == [
        .setAutocommit, .xa, .use, .lockTables, .unlockTables, .setTransaction, .set, .create, .drop, .pragma, .other,
        .block,
      ])
  }

  @Test(arguments: [
    ("CREATE TEMPORARY TABLE t (a)", true), ("create or replace temp table t (a)", true),
    ("DROP TEMPORARY TABLE t", true),
    ("CREATE TABLE temp (a)", false), ("SELECT temp", false),
  ])
  func temporaryTablesAreTold(_ text: String, _ isTemporary: Bool) throws {
    let parsed = try ParsedStatement.parse(text, interpolations: 0, dialect: .likeMariaDB)
    #expect(parsed.isTemporary == isTemporary)
  }

  @Test(arguments: [
    ("CREATE TEMPORARY TABLE t (a)", false), ("CREATE /* a */ OR REPLACE -- b\n TEMPORARY TABLE t (a)", false),
    ("CREATE TEMPORARY TABLE IF NOT EXISTS t SELECT 1", false), ("DROP TEMPORARY TABLE IF EXISTS t, u", false),
    ("DROP TEMPORARY TABLES t", false), ("/*!50000 CREATE TEMPORARY TABLE t (a) */", false),
    // MariaDB commits before these, of something temporary too.
    ("CREATE TEMPORARY SEQUENCE s", true), ("DROP TEMPORARY SEQUENCE s", true), ("DROP TABLE t", true),
    ("CREATE TABLE temporary (a)", true), ("ALTER TABLE t ADD a INT", true), ("TRUNCATE TABLE t", true),
    ("CREATE INDEX i ON t (a)", true), ("CREATE OR REPLACE TABLE temporary (a)", true),
  ])
  func temporaryTablesCommitNothing(_ text: String, _ mayCommit: Bool) throws {
    let parsed = try ParsedStatement.parse(text, interpolations: 0, dialect: .likeMariaDB)
    #expect((parsed.ending != .rolledBack) == mayCommit)
    let refusal = databaseError { try parsed.checkAllowedInTransaction([]) }
    #expect((refusal?.kind == .unsupported) == mayCommit)
    #expect(databaseError { try parsed.checkAllowedInTransaction([.transactionalDDL]) } == nil)
  }
}

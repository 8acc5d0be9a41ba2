import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("What may take a lock unseen")
struct UntoldChangesTests {
  @Test(
    "The server's own functions and the columns of an INSERT cost no question",
    arguments: [
      (
        .select, "SELECT COUNT(*), coalesce(a, (SELECT max (b) FROM t)) FROM t WHERE a IN (1, 2) AND NOT (a > 1)", false
      ),
      (.insert, "INSERT INTO music.track (a, b) VALUES (1, NOW())", false),
      (.insert, "INSERT IGNORE INTO `a b` (a) SELECT 1", false),
      (.replace, "REPLACE t(a) VALUES (LAST_INSERT_ID())", false),
      (.with, "WITH RECURSIVE c (x) AS (SELECT 1) SELECT x FROM c", false), (.select, "SELECT (1)", false),
      (.insert, "INSERT INTO t VALUES (1, f(2))", true), (.select, "SELECT d.f (1)", true),
      (.select, "SELECT `f`(1)", true), (.insert, "INSERT INTO t (a) SELECT f(1)", true),
      (.insert, "INSERT INTO t SELECT f(1)", true), (.insert, "INSERT INTO t SET a = f(1)", true),
      (.update, "UPDATE t SET a = f(1)", true), (.delete, "DELETE FROM t WHERE a = 1", false), (.select, "(", false),
    ] as [(StatementKeyword, String, Bool)])
  func functions(_ keyword: StatementKeyword, _ sql: String, _ isQuestion: Bool) {
    #expect(UntoldChanges(keyword, sql).mayLock == isQuestion)
  }
}

import ORDA

/// The steps that make the database what this version of the service needs. One that has run anywhere stays as it is.
enum Schema {
  static let steps = [
    Migration(
      "accounts",
      sql: """
        CREATE TABLE account (
          id INTEGER PRIMARY KEY /*! AUTO_INCREMENT */,
          name VARCHAR(80) /*! COLLATE utf8mb4_bin */ NOT NULL UNIQUE,
          cents BIGINT NOT NULL CHECK (cents BETWEEN 0 AND 1000000000000000),
          version INTEGER NOT NULL DEFAULT 1
        )
        """),
    Migration(
      "transfers",
      sql: """
        CREATE TABLE transfer (
          id CHAR(36) PRIMARY KEY,
          source INTEGER NOT NULL,
          target INTEGER NOT NULL,
          cents BIGINT NOT NULL CHECK (cents > 0),
          FOREIGN KEY (source) REFERENCES account (id),
          FOREIGN KEY (target) REFERENCES account (id)
        )
        """),
  ]
}

// Made by `orda generate`, and made anew by it: what is changed here is lost.

public import ORDA

// MARK: albums

/// A row of the table `albums`.
public struct Album: RowDecodable, Codable, Hashable, Sendable, Identifiable {
  /// The column `label`.
  public var label: String
  /// The column `number`.
  public var number: Int
  /// Refers to `authors`, `id`.
  public var authorID: Int
  /// The column `author`.
  public var author: String?

  /// A row of these values.
  public init(label: String, number: Int, authorID: Int, author: String? = nil) {
    self.label = label
    self.number = number
    self.authorID = authorID
    self.author = author
  }

  /// The primary key.
  public struct ID: Codable, Hashable, Sendable {
    /// The column `label`.
    public var label: String
    /// The column `number`.
    public var number: Int

    /// A key of these values.
    public init(label: String, number: Int) {
      self.label = label
      self.number = number
    }
  }

  /// The primary key.
  public var id: ID {
    ID(label: label, number: number)
  }

  /// The columns' names.
  public enum CodingKeys: String, CodingKey {
    case label
    case number
    case authorID = "author_id"
    case author
  }
}

extension Album {
  /// Reads a row with the columns of `albums`.
  public init(row: borrowing Row) throws {
    label = try row.get("label")
    number = try row.get("number")
    authorID = try row.get("author_id")
    author = try row.get("author")
  }
}

extension Album {
  /// The row of `authors` that `author_id` refers to; nil if there is none.
  public func authorRow(in database: some SQLExecutor) throws -> Author? {
    try database.first(
      Author.self, "SELECT * FROM \(identifier: "authors") WHERE \(identifier: "id") = \(authorID)")
  }

  /// The row of `authors` that `author_id` refers to, awaited; nil if there is none.
  public func authorRow(in database: some AsyncSQLExecutor) async throws -> Author? {
    try await database.first(
      Author.self, "SELECT * FROM \(identifier: "authors") WHERE \(identifier: "id") = \(authorID)")
  }

  /// The rows of `songs` whose `label`, `number` refer to this one.
  public func songs(in database: some SQLExecutor) throws -> [Song] {
    try database.query(
      Song.self,
      """
      SELECT * FROM \(identifier: "songs")
      WHERE \(identifier: "label") = \(label)
        AND \(identifier: "number") = \(number)
      """)
  }

  /// The rows of `songs` whose `label`, `number` refer to this one, awaited.
  public func songs(in database: some AsyncSQLExecutor) async throws -> [Song] {
    try await database.query(
      Song.self,
      """
      SELECT * FROM \(identifier: "songs")
      WHERE \(identifier: "label") = \(label)
        AND \(identifier: "number") = \(number)
      """)
  }
}

/// The table `albums`, for entries that are live: `db.table(AlbumTable.self)`.
public struct AlbumTable: TableSchema {
  /// The table's name.
  public static let tableName: TableName = "albums"
  /// The column `label`.
  public let label = Column<String>("label")
  /// The column `number`.
  public let number = Column<Int>("number")
  /// The column `author_id`.
  public let authorID = Column<Int>("author_id")
  /// The column `author`.
  public let author = Column<String?>("author")

  /// The columns as they are declared.
  public init() {}
}

// MARK: authors

/// A row of the table `authors`.
public struct Author: RowDecodable, Codable, Hashable, Sendable, Identifiable {
  /// The column `id`.
  public var id: Int
  /// The column `name`.
  public var name: String?
  /// Refers to `authors`, `id`.
  public var reportsTo: Int?
  /// Refers to `authors`, `id`.
  public var mentorID: Int?

  /// A row of these values.
  public init(id: Int, name: String? = nil, reportsTo: Int? = nil, mentorID: Int? = nil) {
    self.id = id
    self.name = name
    self.reportsTo = reportsTo
    self.mentorID = mentorID
  }

  /// The columns' names.
  public enum CodingKeys: String, CodingKey {
    case id
    case name
    case reportsTo = "reports_to"
    case mentorID = "mentor_id"
  }
}

extension Author {
  /// Reads a row with the columns of `authors`.
  public init(row: borrowing Row) throws {
    id = try row.get("id")
    name = try row.get("name")
    reportsTo = try row.get("reports_to")
    mentorID = try row.get("mentor_id")
  }
}

extension Author {
  /// The row of `authors` that `reports_to` refers to; nil if there is none.
  public func reportsToAuthor(in database: some SQLExecutor) throws -> Author? {
    guard let reportsTo else { return nil }
    return try database.first(
      Author.self, "SELECT * FROM \(identifier: "authors") WHERE \(identifier: "id") = \(reportsTo)")
  }

  /// The row of `authors` that `reports_to` refers to, awaited; nil if there is none.
  public func reportsToAuthor(in database: some AsyncSQLExecutor) async throws -> Author? {
    guard let reportsTo else { return nil }
    return try await database.first(
      Author.self, "SELECT * FROM \(identifier: "authors") WHERE \(identifier: "id") = \(reportsTo)")
  }

  /// The row of `authors` that `mentor_id` refers to; nil if there is none.
  public func mentor(in database: some SQLExecutor) throws -> Author? {
    guard let mentorID else { return nil }
    return try database.first(
      Author.self, "SELECT * FROM \(identifier: "authors") WHERE \(identifier: "id") = \(mentorID)")
  }

  /// The row of `authors` that `mentor_id` refers to, awaited; nil if there is none.
  public func mentor(in database: some AsyncSQLExecutor) async throws -> Author? {
    guard let mentorID else { return nil }
    return try await database.first(
      Author.self, "SELECT * FROM \(identifier: "authors") WHERE \(identifier: "id") = \(mentorID)")
  }

  /// The rows of `albums` whose `author_id` refers to this one.
  public func albums(in database: some SQLExecutor) throws -> [Album] {
    try database.query(
      Album.self, "SELECT * FROM \(identifier: "albums") WHERE \(identifier: "author_id") = \(id)")
  }

  /// The rows of `albums` whose `author_id` refers to this one, awaited.
  public func albums(in database: some AsyncSQLExecutor) async throws -> [Album] {
    try await database.query(
      Album.self, "SELECT * FROM \(identifier: "albums") WHERE \(identifier: "author_id") = \(id)")
  }

  /// The rows of `authors` whose `reports_to` refers to this one.
  public func authorsByReportsTo(in database: some SQLExecutor) throws -> [Author] {
    try database.query(
      Author.self, "SELECT * FROM \(identifier: "authors") WHERE \(identifier: "reports_to") = \(id)")
  }

  /// The rows of `authors` whose `reports_to` refers to this one, awaited.
  public func authorsByReportsTo(in database: some AsyncSQLExecutor) async throws -> [Author] {
    try await database.query(
      Author.self, "SELECT * FROM \(identifier: "authors") WHERE \(identifier: "reports_to") = \(id)")
  }

  /// The rows of `authors` whose `mentor_id` refers to this one.
  public func authorsByMentor(in database: some SQLExecutor) throws -> [Author] {
    try database.query(
      Author.self, "SELECT * FROM \(identifier: "authors") WHERE \(identifier: "mentor_id") = \(id)")
  }

  /// The rows of `authors` whose `mentor_id` refers to this one, awaited.
  public func authorsByMentor(in database: some AsyncSQLExecutor) async throws -> [Author] {
    try await database.query(
      Author.self, "SELECT * FROM \(identifier: "authors") WHERE \(identifier: "mentor_id") = \(id)")
  }

  /// The rows of `profiles_of_authors_who_have_asked_for_one` whose `id` refers to this one.
  public func profilesOfAuthorsWhoHaveAskedForOnes(
    in database: some SQLExecutor
  ) throws -> [ProfilesOfAuthorsWhoHaveAskedForOne] {
    try database.query(
      ProfilesOfAuthorsWhoHaveAskedForOne.self,
      """
      SELECT * FROM \(identifier: "profiles_of_authors_who_have_asked_for_one")
      WHERE \(identifier: "id") = \(id)
      """)
  }

  /// The rows of `profiles_of_authors_who_have_asked_for_one` whose `id` refers to this one, awaited.
  public func profilesOfAuthorsWhoHaveAskedForOnes(
    in database: some AsyncSQLExecutor
  ) async throws -> [ProfilesOfAuthorsWhoHaveAskedForOne] {
    try await database.query(
      ProfilesOfAuthorsWhoHaveAskedForOne.self,
      """
      SELECT * FROM \(identifier: "profiles_of_authors_who_have_asked_for_one")
      WHERE \(identifier: "id") = \(id)
      """)
  }

  /// The rows of `songs` whose `database` refers to this one.
  public func songsByDatabase(in database: some SQLExecutor) throws -> [Song] {
    try database.query(
      Song.self, "SELECT * FROM \(identifier: "songs") WHERE \(identifier: "database") = \(id)")
  }

  /// The rows of `songs` whose `database` refers to this one, awaited.
  public func songsByDatabase(in database: some AsyncSQLExecutor) async throws -> [Song] {
    try await database.query(
      Song.self, "SELECT * FROM \(identifier: "songs") WHERE \(identifier: "database") = \(id)")
  }
}

/// The table `authors`, for entries that are live: `db.table(AuthorTable.self)`.
public struct AuthorTable: TableSchema {
  /// The table's name.
  public static let tableName: TableName = "authors"
  /// The column `id`.
  public let id = Column<Int>("id")
  /// The column `name`.
  public let name = Column<String?>("name")
  /// The column `reports_to`.
  public let reportsTo = Column<Int?>("reports_to")
  /// The column `mentor_id`.
  public let mentorID = Column<Int?>("mentor_id")

  /// The columns as they are declared.
  public init() {}
}

// MARK: profiles_of_authors_who_have_asked_for_one

/// A row of the table `profiles_of_authors_who_have_asked_for_one`.
public struct ProfilesOfAuthorsWhoHaveAskedForOne: RowDecodable, Codable, Hashable, Sendable, Identifiable {
  /// Refers to `authors`, `id`.
  public var id: Int
  /// The column `class`.
  public var `class`: String

  /// A row of these values.
  public init(id: Int, `class`: String) {
    self.id = id
    self.`class` = `class`
  }
}

extension ProfilesOfAuthorsWhoHaveAskedForOne {
  /// Reads a row with the columns of `profiles_of_authors_who_have_asked_for_one`.
  public init(row: borrowing Row) throws {
    id = try row.get("id")
    `class` = try row.get("class")
  }
}

extension ProfilesOfAuthorsWhoHaveAskedForOne {
  /// The row of `authors` that `id` refers to; nil if there is none.
  public func author(in database: some SQLExecutor) throws -> Author? {
    try database.first(
      Author.self, "SELECT * FROM \(identifier: "authors") WHERE \(identifier: "id") = \(id)")
  }

  /// The row of `authors` that `id` refers to, awaited; nil if there is none.
  public func author(in database: some AsyncSQLExecutor) async throws -> Author? {
    try await database.first(
      Author.self, "SELECT * FROM \(identifier: "authors") WHERE \(identifier: "id") = \(id)")
  }
}

/// The table `profiles_of_authors_who_have_asked_for_one`, for entries that are live: `db.table(ProfilesOfAuthorsWhoHaveAskedForOneTable.self)`.
public struct ProfilesOfAuthorsWhoHaveAskedForOneTable: TableSchema {
  /// The table's name.
  public static let tableName: TableName = "profiles_of_authors_who_have_asked_for_one"
  /// The column `id`.
  public let id = Column<Int>("id")
  /// The column `class`.
  public let `class` = Column<String>("class")

  /// The columns as they are declared.
  public init() {}
}

// MARK: songs

/// A row of the table `songs`.
public struct Song: RowDecodable, Codable, Hashable, Sendable, Identifiable {
  /// The column `id`.
  public var id: Int
  /// With `number` refers to `albums`, `label`.
  public var label: String?
  /// With `label` refers to `albums`, `number`.
  public var number: Int?
  /// Refers to `authors`, `id`.
  public var database: Int?

  /// A row of these values.
  public init(id: Int, label: String? = nil, number: Int? = nil, database: Int? = nil) {
    self.id = id
    self.label = label
    self.number = number
    self.database = database
  }
}

extension Song {
  /// Reads a row with the columns of `songs`.
  public init(row: borrowing Row) throws {
    id = try row.get("id")
    label = try row.get("label")
    number = try row.get("number")
    database = try row.get("database")
  }
}

extension Song {
  /// The row of `albums` that `label`, `number` refer to; nil if there is none.
  public func album(in databaseExecutor: some SQLExecutor) throws -> Album? {
    guard let label, let number else { return nil }
    return try databaseExecutor.first(
      Album.self,
      """
      SELECT * FROM \(identifier: "albums")
      WHERE \(identifier: "label") = \(label)
        AND \(identifier: "number") = \(number)
      """)
  }

  /// The row of `albums` that `label`, `number` refer to, awaited; nil if there is none.
  public func album(in databaseExecutor: some AsyncSQLExecutor) async throws -> Album? {
    guard let label, let number else { return nil }
    return try await databaseExecutor.first(
      Album.self,
      """
      SELECT * FROM \(identifier: "albums")
      WHERE \(identifier: "label") = \(label)
        AND \(identifier: "number") = \(number)
      """)
  }

  /// The row of `authors` that `database` refers to; nil if there is none.
  public func databaseAuthor(in databaseExecutor: some SQLExecutor) throws -> Author? {
    guard let database else { return nil }
    return try databaseExecutor.first(
      Author.self, "SELECT * FROM \(identifier: "authors") WHERE \(identifier: "id") = \(database)")
  }

  /// The row of `authors` that `database` refers to, awaited; nil if there is none.
  public func databaseAuthor(in databaseExecutor: some AsyncSQLExecutor) async throws -> Author? {
    guard let database else { return nil }
    return try await databaseExecutor.first(
      Author.self, "SELECT * FROM \(identifier: "authors") WHERE \(identifier: "id") = \(database)")
  }
}

/// The table `songs`, for entries that are live: `db.table(SongTable.self)`.
public struct SongTable: TableSchema {
  /// The table's name.
  public static let tableName: TableName = "songs"
  /// The column `id`.
  public let id = Column<Int>("id")
  /// The column `label`.
  public let label = Column<String?>("label")
  /// The column `number`.
  public let number = Column<Int?>("number")
  /// The column `database`.
  public let database = Column<Int?>("database")

  /// The columns as they are declared.
  public init() {}
}

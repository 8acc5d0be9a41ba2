import ORDA

/// A database of music and its sale, of the same shape as the public Chinook database, with rows made from a seed.
enum ChinookShape {
  /// The tables as a SQLite script has them, brackets and all.
  static let schema: SQL = """
    CREATE TABLE [Album] ([AlbumId] INTEGER NOT NULL, [Title] NVARCHAR(160) NOT NULL, [ArtistId] INTEGER NOT NULL,
      CONSTRAINT [PK_Album] PRIMARY KEY ([AlbumId]),
      FOREIGN KEY ([ArtistId]) REFERENCES [Artist] ([ArtistId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
    CREATE TABLE [Artist] ([ArtistId] INTEGER NOT NULL, [Name] NVARCHAR(120),
      CONSTRAINT [PK_Artist] PRIMARY KEY ([ArtistId]));
    CREATE TABLE [Customer] ([CustomerId] INTEGER NOT NULL, [FirstName] NVARCHAR(40) NOT NULL,
      [LastName] NVARCHAR(20) NOT NULL, [Email] NVARCHAR(60) NOT NULL, [SupportRepId] INTEGER,
      CONSTRAINT [PK_Customer] PRIMARY KEY ([CustomerId]),
      FOREIGN KEY ([SupportRepId]) REFERENCES [Employee] ([EmployeeId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
    CREATE TABLE [Employee] ([EmployeeId] INTEGER NOT NULL, [LastName] NVARCHAR(20) NOT NULL, [ReportsTo] INTEGER,
      [BirthDate] DATETIME, [HireDate] DATETIME,
      CONSTRAINT [PK_Employee] PRIMARY KEY ([EmployeeId]),
      FOREIGN KEY ([ReportsTo]) REFERENCES [Employee] ([EmployeeId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
    CREATE TABLE [Genre] ([GenreId] INTEGER NOT NULL, [Name] NVARCHAR(120),
      CONSTRAINT [PK_Genre] PRIMARY KEY ([GenreId]));
    CREATE TABLE [Invoice] ([InvoiceId] INTEGER NOT NULL, [CustomerId] INTEGER NOT NULL, [InvoiceDate] DATETIME NOT NULL,
      [BillingCity] NVARCHAR(40), [Total] NUMERIC(10,2) NOT NULL,
      CONSTRAINT [PK_Invoice] PRIMARY KEY ([InvoiceId]),
      FOREIGN KEY ([CustomerId]) REFERENCES [Customer] ([CustomerId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
    CREATE TABLE [InvoiceLine] ([InvoiceLineId] INTEGER NOT NULL, [InvoiceId] INTEGER NOT NULL,
      [TrackId] INTEGER NOT NULL, [UnitPrice] NUMERIC(10,2) NOT NULL, [Quantity] INTEGER NOT NULL,
      CONSTRAINT [PK_InvoiceLine] PRIMARY KEY ([InvoiceLineId]),
      FOREIGN KEY ([InvoiceId]) REFERENCES [Invoice] ([InvoiceId]) ON DELETE NO ACTION ON UPDATE NO ACTION,
      FOREIGN KEY ([TrackId]) REFERENCES [Track] ([TrackId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
    CREATE TABLE [MediaType] ([MediaTypeId] INTEGER NOT NULL, [Name] NVARCHAR(120),
      CONSTRAINT [PK_MediaType] PRIMARY KEY ([MediaTypeId]));
    CREATE TABLE [Playlist] ([PlaylistId] INTEGER NOT NULL, [Name] NVARCHAR(120),
      CONSTRAINT [PK_Playlist] PRIMARY KEY ([PlaylistId]));
    CREATE TABLE [PlaylistTrack] ([PlaylistId] INTEGER NOT NULL, [TrackId] INTEGER NOT NULL,
      CONSTRAINT [PK_PlaylistTrack] PRIMARY KEY ([PlaylistId], [TrackId]),
      FOREIGN KEY ([PlaylistId]) REFERENCES [Playlist] ([PlaylistId]) ON DELETE NO ACTION ON UPDATE NO ACTION,
      FOREIGN KEY ([TrackId]) REFERENCES [Track] ([TrackId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
    CREATE TABLE [Track] ([TrackId] INTEGER NOT NULL, [Name] NVARCHAR(200) NOT NULL, [AlbumId] INTEGER,
      [MediaTypeId] INTEGER NOT NULL, [GenreId] INTEGER, [Composer] NVARCHAR(220), [Milliseconds] INTEGER NOT NULL,
      [Bytes] INTEGER, [UnitPrice] NUMERIC(10,2) NOT NULL,
      CONSTRAINT [PK_Track] PRIMARY KEY ([TrackId]),
      FOREIGN KEY ([AlbumId]) REFERENCES [Album] ([AlbumId]) ON DELETE NO ACTION ON UPDATE NO ACTION,
      FOREIGN KEY ([GenreId]) REFERENCES [Genre] ([GenreId]) ON DELETE NO ACTION ON UPDATE NO ACTION,
      FOREIGN KEY ([MediaTypeId]) REFERENCES [MediaType] ([MediaTypeId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
    CREATE INDEX [IFK_AlbumArtistId] ON [Album] ([ArtistId]);
    CREATE INDEX [IFK_CustomerSupportRepId] ON [Customer] ([SupportRepId]);
    CREATE INDEX [IFK_EmployeeReportsTo] ON [Employee] ([ReportsTo]);
    CREATE INDEX [IFK_InvoiceCustomerId] ON [Invoice] ([CustomerId]);
    CREATE INDEX [IFK_InvoiceLineInvoiceId] ON [InvoiceLine] ([InvoiceId]);
    CREATE INDEX [IFK_InvoiceLineTrackId] ON [InvoiceLine] ([TrackId]);
    CREATE INDEX [IFK_PlaylistTrackPlaylistId] ON [PlaylistTrack] ([PlaylistId]);
    CREATE INDEX [IFK_PlaylistTrackTrackId] ON [PlaylistTrack] ([TrackId]);
    CREATE INDEX [IFK_TrackAlbumId] ON [Track] ([AlbumId]);
    CREATE INDEX [IFK_TrackGenreId] ON [Track] ([GenreId]);
    CREATE INDEX [IFK_TrackMediaTypeId] ON [Track] ([MediaTypeId]);
    """

  private static let names = [
    "Antônio Carlos Jobim", "Queensrÿche", "Mötley Crüe", "Хор Турецкого", "坂本 龍一", "O'Connor; \"Sinéad\"", "🎷 Quartet",
    "AC/DC",
  ]

  /// Makes the tables and their rows; the same seed gives the same rows.
  static func make(in db: any Governor, seed: UInt64 = 7) throws {
    try db.executeScript(schema)
    var random = Seed(state: seed)
    try db.transaction { tx in
      func fill(_ table: String, _ count: Int, _ row: (Int) -> [Value]) throws {
        let rows = (1...count).map(row)
        let marks = rows[0].map { _ in "?" as SQL }.joined(separator: ", ")
        try tx.prepare("INSERT INTO \(identifier: table) VALUES (\(marks))")
          .executeMany(rows.map { Parameters(values: $0) })
      }
      func name() -> Value {
        .text("\(names.randomElement(using: &random) ?? "") \(Int.random(in: 1...99, using: &random))")
      }
      func id(_ count: Int) -> Value { .int(Int64.random(in: 1...Int64(count), using: &random)) }
      func price() -> Value { .double(Double(Int.random(in: 1...999, using: &random)) / 100) }
      func day() -> Value {
        .text("20\(Int.random(in: 10...25, using: &random))-0\(Int.random(in: 1...9, using: &random))-17 00:00:00")
      }
      try fill("Artist", 40) { [.int(Int64($0)), $0 == 7 ? .null : name()] }
      try fill("Genre", 12) { [.int(Int64($0)), name()] }
      try fill("MediaType", 5) { [.int(Int64($0)), name()] }
      try fill("Album", 70) { [.int(Int64($0)), name(), id(40)] }
      try fill("Employee", 8) { [.int(Int64($0)), "Ångström", $0 == 1 ? .null : id($0 - 1), day(), day()] }
      try fill("Customer", 60) { [.int(Int64($0)), name(), "Köhler", .text("c\($0)@example.org"), id(8)] }
      try fill("Invoice", 200) { [.int(Int64($0)), id(60), day(), name(), price()] }
      try fill("Track", 900) {
        [
          .int(Int64($0)), name(), $0 % 9 == 0 ? .null : id(70), id(5), id(12), $0 % 3 == 0 ? .null : name(),
          .int(Int64($0) * 1_003), .int(Int64($0) << 32), price(),
        ]
      }
      try fill("InvoiceLine", 500) { [.int(Int64($0)), id(200), id(900), price(), 1] }
      try fill("Playlist", 18) { [.int(Int64($0)), name()] }
      try fill("PlaylistTrack", 900) { [.int(Int64($0 % 18 + 1)), .int(Int64($0))] }
    }
  }

  private struct Seed: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}

/// A small music collection: enough tables for keys, references, a composite key and a generated column.
enum MusicFixture {
  /// The tables, one statement each.
  static let tables: [String] = [
    """
    CREATE TABLE Artist (
      ArtistId INTEGER PRIMARY KEY,
      Name TEXT NOT NULL UNIQUE
    )
    """,
    """
    CREATE TABLE Album (
      AlbumId INTEGER PRIMARY KEY,
      Title TEXT NOT NULL,
      ArtistId INTEGER NOT NULL REFERENCES Artist (ArtistId) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE Genre (
      GenreId INTEGER PRIMARY KEY,
      Name TEXT NOT NULL CONSTRAINT genre_name UNIQUE
    )
    """,
    """
    CREATE TABLE MediaType (
      MediaTypeId INTEGER PRIMARY KEY,
      Name TEXT
    )
    """,
    """
    CREATE TABLE Track (
      TrackId INTEGER PRIMARY KEY AUTOINCREMENT,
      Name TEXT NOT NULL COLLATE NOCASE,
      MediaTypeId INTEGER NOT NULL REFERENCES MediaType,
      AlbumId INTEGER REFERENCES Album ON UPDATE CASCADE ON DELETE SET NULL,
      GenreId INTEGER CONSTRAINT track_genre REFERENCES Genre (GenreId) DEFERRABLE INITIALLY DEFERRED,
      Milliseconds INTEGER NOT NULL CONSTRAINT track_length CHECK (Milliseconds > 0),
      Seconds REAL GENERATED ALWAYS AS (Milliseconds / 1000.0) VIRTUAL,
      UnitPrice NUMERIC NOT NULL DEFAULT 0.99,
      CHECK (UnitPrice >= 0)
    )
    """,
    """
    CREATE TABLE Playlist (
      PlaylistId INTEGER PRIMARY KEY,
      Name TEXT NOT NULL DEFAULT 'New playlist'
    )
    """,
    """
    CREATE TABLE PlaylistTrack (
      TrackId INTEGER NOT NULL REFERENCES Track ON DELETE CASCADE,
      PlaylistId INTEGER NOT NULL REFERENCES Playlist ON DELETE CASCADE,
      PRIMARY KEY (PlaylistId, TrackId)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX TrackAlbum ON Track (AlbumId, Name DESC)",
    "CREATE VIEW TrackTitle AS SELECT t.TrackId, t.Name, a.Title FROM Track AS t LEFT JOIN Album AS a USING (AlbumId)",
  ]

  /// A few rows, one statement each; they need the tables.
  static let rows: [String] = [
    "INSERT INTO Artist VALUES (1, 'Ensemble Nord'), (2, 'Zoë Marin')",
    "INSERT INTO Album VALUES (1, 'First Light', 1), (2, 'Late Trains', 2)",
    "INSERT INTO Genre VALUES (1, 'Jazz'), (2, 'Chamber'), (3, 'Folk')",
    "INSERT INTO MediaType VALUES (1, 'FLAC'), (2, NULL)",
    """
    INSERT INTO Track (TrackId, Name, MediaTypeId, AlbumId, GenreId, Milliseconds) VALUES
      (1, 'Harbour', 1, 1, 2, 251000), (2, 'Snowline', 1, 1, 2, 198500), (3, 'Platform Nine', 2, 2, 1, 305250),
      (4, 'Untitled', 2, NULL, NULL, 61000)
    """,
    "INSERT INTO Playlist VALUES (1, 'Evening'), (2, 'Morning')",
    "INSERT INTO PlaylistTrack (PlaylistId, TrackId) VALUES (1, 3), (1, 1), (2, 2)",
  ]
}

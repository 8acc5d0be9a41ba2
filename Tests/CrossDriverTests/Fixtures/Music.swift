import ORDA

/// A small music collection, in SQL that both databases take.
///
/// `/*! AUTO_INCREMENT */` is a comment to SQLite, where an INTEGER PRIMARY KEY makes its keys anyway; MariaDB reads what
/// stands in it.
enum Music {
  static let script: SQL = """
    CREATE TABLE Genre (GenreId INTEGER PRIMARY KEY /*! AUTO_INCREMENT */, Name VARCHAR(80) NOT NULL UNIQUE);
    CREATE TABLE MediaType (MediaTypeId INTEGER PRIMARY KEY, Name VARCHAR(80));
    CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, Title VARCHAR(160) NOT NULL);
    CREATE TABLE Track (
      TrackId INTEGER PRIMARY KEY /*! AUTO_INCREMENT */,
      Name VARCHAR(200) NOT NULL,
      AlbumId INTEGER,
      MediaTypeId INTEGER NOT NULL,
      GenreId INTEGER,
      Milliseconds INTEGER NOT NULL CHECK (Milliseconds > 0),
      UnitPrice DECIMAL(10,2) NOT NULL DEFAULT 0.99,
      FOREIGN KEY (AlbumId) REFERENCES Album (AlbumId) ON UPDATE CASCADE ON DELETE SET NULL,
      FOREIGN KEY (MediaTypeId) REFERENCES MediaType (MediaTypeId) ON UPDATE RESTRICT ON DELETE RESTRICT,
      FOREIGN KEY (GenreId) REFERENCES Genre (GenreId) ON UPDATE NO ACTION ON DELETE CASCADE
    );
    CREATE UNIQUE INDEX TrackName ON Track (AlbumId, Name DESC);
    CREATE TABLE Playlist (PlaylistId INTEGER PRIMARY KEY, Name VARCHAR(80) NOT NULL DEFAULT 'New playlist');
    CREATE TABLE PlaylistTrack (
      TrackId INTEGER NOT NULL,
      PlaylistId INTEGER NOT NULL,
      PRIMARY KEY (PlaylistId, TrackId),
      FOREIGN KEY (TrackId) REFERENCES Track (TrackId) ON UPDATE CASCADE ON DELETE CASCADE,
      FOREIGN KEY (PlaylistId) REFERENCES Playlist (PlaylistId) ON UPDATE CASCADE ON DELETE CASCADE
    );
    CREATE VIEW TrackTitle AS
      SELECT t.TrackId, t.Name, a.Title FROM Track AS t LEFT JOIN Album AS a ON a.AlbumId = t.AlbumId;

    INSERT INTO Genre (Name) VALUES ('Jazz'), ('Chamber'), ('Fado');
    INSERT INTO MediaType VALUES (1, 'FLAC'), (2, NULL);
    INSERT INTO Album VALUES (1, 'First Light'), (2, 'Late Trains');
    INSERT INTO Track (Name, AlbumId, MediaTypeId, GenreId, Milliseconds) VALUES
      ('Harbour', 1, 1, 2, 251000), ('Snowline', 1, 1, 2, 198500), ('Platform Nine', 2, 2, 1, 305250),
      ('Untitled', NULL, 2, NULL, 61000), ('Quay', 1, 1, 3, 120000), ('Signal Box', 2, 1, 1, 240000),
      ('Sleeper', 2, 1, 1, 410000), ('Halt', 2, 2, NULL, 95000), ('Buffers', 2, 2, 1, 33000), ('Tide', 1, 1, 2, 187000),
      ('Pier', 1, 1, 2, 201000), ('Beacon', 1, 1, 3, 99000);
    INSERT INTO Playlist VALUES (1, 'Evening'), (2, 'Morning');
    INSERT INTO PlaylistTrack (PlaylistId, TrackId) VALUES (1, 3), (1, 1), (2, 2);
    """
}

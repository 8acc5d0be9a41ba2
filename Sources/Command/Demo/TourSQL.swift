/// The tour's statements. Each runs unchanged on every database: the types are the standard's, lengths are given, and
/// nothing is used that only one of them has.
enum TourSQL {
  static let drop = ["DROP TABLE IF EXISTS orda_isotope", "DROP TABLE IF EXISTS orda_element"]

  static let createElement = """
    CREATE TABLE orda_element (number INTEGER PRIMARY KEY, symbol VARCHAR(2) NOT NULL UNIQUE,
      name VARCHAR(20) NOT NULL, weight DECIMAL(12,9), density DECIMAL(8,5))
    """

  static let createIsotope = """
    CREATE TABLE orda_isotope (element INTEGER NOT NULL, nucleons INTEGER NOT NULL,
      mass DECIMAL(16,13) NOT NULL, abundance DECIMAL(8,5), estimated INTEGER NOT NULL,
      PRIMARY KEY (element, nucleons), FOREIGN KEY (element) REFERENCES orda_element (number))
    """

  /// The files' columns that the tables have, in the tables' order.
  static let elementColumns = ["number", "symbol", "name", "weight", "density"]
  static let isotopeColumns = ["element", "nucleons", "mass", "abundance", "estimated"]

  static let insertElement = "INSERT INTO orda_element VALUES (?, ?, ?, ?, ?)"
  static let insertIsotope = "INSERT INTO orda_isotope VALUES (?, ?, ?, ?, ?)"

  static let overview = """
    SELECT e.number, e.symbol, e.name, e.weight, COUNT(*) AS isotopes, COUNT(i.abundance) AS in_nature
    FROM orda_element e JOIN orda_isotope i ON i.element = e.number
    WHERE e.number BETWEEN :first AND :last GROUP BY e.number, e.symbol, e.name, e.weight ORDER BY e.number
    """

  /// An element's isotopes in nature, the most common first.
  static let abundances = """
    SELECT i.nucleons, i.abundance FROM orda_isotope i JOIN orda_element e ON e.number = i.element
    WHERE e.symbol = ? AND i.abundance IS NOT NULL ORDER BY i.abundance DESC
    """

  static let delete = "DELETE FROM orda_isotope WHERE estimated = 1"
  static let count = "SELECT COUNT(*) FROM orda_isotope"
  static let orphan = "INSERT INTO orda_isotope (element, nucleons, mass, estimated) VALUES (119, 299, 299.0, 1)"
}

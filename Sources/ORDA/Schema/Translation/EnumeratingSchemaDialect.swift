/// The dialect of a database on which a column can be restricted to some texts by its type.
///
/// A column that is restricted so elsewhere is translated by it, and found again on the way back.
public protocol EnumeratingSchemaDialect: SchemaDialect {
  /// The type of a column that holds one of these texts, or NULL.
  func declaration(ofTexts texts: [String]) -> String
  /// True if the type itself refuses other texts; otherwise a condition beside it does.
  var typeRestrictsTexts: Bool { get }
  /// True if a column has such a type; the texts are found by ``TableDescription/allowedTexts(of:in:)``.
  func isEnumeration(_ column: ColumnDescription) -> Bool
}

/// The dialect of a database on which a column's type can restrict it to some texts.
///
/// A column restricted elsewhere is translated with it, and recognised on the way back.
public protocol EnumeratingSchemaDialect: SchemaDialect {
  /// The type of a column that holds one of these texts, or NULL.
  func declaration(ofTexts texts: [String]) -> String
  /// True if the type itself refuses other texts; otherwise a condition beside it does.
  var typeRestrictsTexts: Bool { get }
  /// True if a column has such a type; ``TableDescription/allowedTexts(of:in:)`` finds the texts.
  func isEnumeration(_ column: ColumnDescription) -> Bool
}

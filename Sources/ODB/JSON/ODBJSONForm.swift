/// How objects of an ODB are written as JSON.
///
/// In both forms a table is an object, a string a string, a boolean `true` or `false`, an integer a number without a
/// point, and a double one with a point or an exponent. JSON to read may have arrays, which become numbered tables (1,
/// 2, 3 and so on); `null` is nothing, and in an array an empty string of the application type `nil`.
public enum ODBJSONForm: Sendable, Hashable {
  /// Everything comes back as it was. A name that begins with one `$` marks what JSON has no form for: `{"$date":
  /// seconds since 2001}`, `{"$data": "base64"}`, `{"$double": "inf"}` (or `-inf`, `nan`, or the 16 hexadecimal digits
  /// of its bits), and `{"$type": "OPML", "$value": …}` for a value with an application type. A name of the ODB that
  /// begins with `$` gets one more in front.
  case marked
  /// JSON as others write and read it. Dates are written as ISO 8601, data as base64, doubles that are not numbers as
  /// `null`, and application types not at all.
  case plain
}

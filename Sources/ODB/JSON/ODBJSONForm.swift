/// How an ODB's objects are JSON.
///
/// In both a table is an object, a string a string, a boolean `true` or `false`, an integer a number without a point and a
/// double one with a point or an exponent. What is read may have arrays, which become numbered tables (1, 2, 3 and so on);
/// `null` is nothing, and in an array an empty string of the application type `nil`.
public enum ODBJSONForm: Sendable, Hashable {
  /// Everything comes back as it was. What JSON has no form for is marked, by a name that begins with one `$`:
  /// `{"$date": seconds since 2001}`, `{"$data": "base64"}`, `{"$double": "inf"}` (or `-inf`, `nan`, or the 16 hexadecimal
  /// digits of its bits), and `{"$type": "OPML", "$value": …}` for a value with an application type. A name of the ODB that
  /// begins with `$` has one more in front.
  case marked
  /// JSON as others write and read it. Dates are written as ISO 8601, data as base64, what is no number as `null`, and
  /// application types not at all.
  case plain
}

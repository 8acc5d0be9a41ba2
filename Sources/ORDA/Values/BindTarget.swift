/// Where parameters are bound: a driver's statement.
///
/// Parameters are counted from 0 and are those of the driver's text: the core has translated names and numbers by then,
/// and has checked that the index exists. Nothing here throws: a value that the database can't accept is recorded and
/// thrown by the next `step`, so binding costs no error check per value. Text and bytes are copied or kept until the
/// statement is reset; the caller's buffer may be released as soon as the call returns.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol BindTarget: AnyObject {
  /// Binds NULL.
  func bindNull(at index: Int)
  /// Binds an integer.
  func bind(_ value: Int64, at index: Int)
  /// Binds a floating-point number.
  func bind(_ value: Double, at index: Int)
  /// Binds text.
  func bind(_ value: String, at index: Int)
  /// Binds bytes.
  func bind(bytes: UnsafeRawBufferPointer, at index: Int)
  /// Binds any value, in the form that this driver documents for it.
  func bind(_ value: Value, at index: Int)
  /// Binds a list as one parameter, if the text has a `\(list:)`. The default accepts none.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` if the parameter takes none.
  func bind(_ list: ValueList, at index: Int) throws(DatabaseError)
}
